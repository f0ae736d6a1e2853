// The supervisor of `tools/up --detach`: tells its parent once how the start went, then runs on without it.
import { Complaint } from './complaint.mjs';
import { traceOf } from './failure.mjs';
import { AlreadyRunning } from './instance.mjs';
import { readSettings } from './settings.mjs';
import { supervise } from './supervise.mjs';

/** @import { Identity } from './process-identity.mjs' */
/** @typedef {{ ready?: string, running?: Identity, failed?: string }} Word how the start went: one of the three */

/** @param {Word} word @returns {Promise<void>} */
const tell = (word) =>
  new Promise((done) => {
    if (process.connected) process.send?.(word, () => done());
    else done();
  });

process.on('disconnect', () => {}); // the parent may leave before the start is through
try {
  await supervise(readSettings(), { onReady: (ready) => void tell({ ready }) });
} catch (error) {
  process.exitCode = 1;
  if (error instanceof AlreadyRunning) await tell({ running: error.holder });
  else await tell({ failed: error instanceof Complaint ? error.message : traceOf(error) });
}
if (process.connected) process.disconnect();

// The supervisor of `tools/up --detach`: tells its parent how the start goes, then runs on without it.
import { Complaint } from './complaint.mjs';
import { traceOf } from './failure.mjs';
import { AlreadyRunning } from './instance.mjs';
import { readSettings } from './settings.mjs';
import { supervise } from './supervise.mjs';

/** @import { Identity } from './process-identity.mjs' */
/**
 * How the start went: one of the first three; or that it goes on, as often as that is so.
 * @typedef {{ ready?: string, running?: Identity, failed?: string, waits?: string }} Word
 */

/** @param {Word} word @returns {Promise<void>} */
const tell = (word) =>
  new Promise((done) => {
    if (process.connected) process.send?.(word, () => done());
    else done();
  });

process.on('disconnect', () => {}); // the parent may leave before the start is through
try {
  await supervise(readSettings(), {
    onWait: (waits) => void tell({ waits }),
    onReady: (ready) => void tell({ ready }),
  });
} catch (error) {
  process.exitCode = 1;
  if (error instanceof AlreadyRunning) await tell({ running: error.holder });
  else await tell({ failed: error instanceof Complaint ? error.message : traceOf(error) });
}
if (process.connected) process.disconnect();

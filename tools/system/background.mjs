// The supervisor of `tools/up --detach`: tells its parent once how the start went, then runs on without it.
import { Complaint } from './complaint.mjs';
import { AlreadyRunning } from './instance.mjs';
import { readSettings } from './settings.mjs';
import { supervise } from './supervise.mjs';

const tell = (word) =>
  new Promise((done) => {
    if (!process.connected) return done();
    process.send(word, () => done());
  });

process.on('disconnect', () => {}); // the parent may leave before the start is through
try {
  await supervise(readSettings(), { onReady: (ready) => void tell({ ready }) });
} catch (error) {
  process.exitCode = 1;
  if (error instanceof AlreadyRunning) await tell({ running: error.holder });
  else await tell({ failed: error instanceof Complaint ? error.message : error.stack });
}
if (process.connected) process.disconnect();

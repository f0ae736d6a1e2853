import { command, Complaint } from '../complaint.mjs';
import { layout } from '../paths.mjs';
import { endLeftovers, endProcess, livingProcess } from '../pid-files.mjs';
import { readSettings } from '../settings.mjs';

await command(async () => {
  if (process.argv.length > 2) throw new Complaint('Usage: tools/down');
  const { pidFile, run } = layout(readSettings().home);
  const supervisor = livingProcess(pidFile('supervisor'));
  if (supervisor) await endProcess(supervisor, { patience: 90_000 });
  let ended = Boolean(supervisor);
  await endLeftovers(run, () => (ended = true));
  process.stdout.write(ended ? 'Stopped.\n' : 'Not running.\n');
});

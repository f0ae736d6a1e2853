import { command, Complaint } from '../complaint.mjs';
import { layout } from '../paths.mjs';
import { endLeftovers, endProcess, livingProcess } from '../pid-files.mjs';
import { noted } from '../running.mjs';
import { readSettings } from '../settings.mjs';
import { stopPatience } from '../stop-patience.mjs';

await command(async () => {
  if (process.argv.length > 2) throw new Complaint('Usage: tools/down');
  const home = layout(readSettings().home);
  const { pidFile, run } = home;
  const patience = stopPatience(noted(home));
  const supervisor = livingProcess(pidFile('supervisor'));
  if (supervisor) await endProcess(supervisor, { patience: patience.all });
  let ended = Boolean(supervisor);
  await endLeftovers(run, () => (ended = true), patience);
  process.stdout.write(ended ? 'Stopped.\n' : 'Not running.\n');
});

import { command, Complaint, helped } from '../complaint.mjs';
import { layout } from '../paths.mjs';
import { endLeftovers, endProcess, livingProcess } from '../pid-files.mjs';
import { noted } from '../running.mjs';
import { readSettings } from '../settings.mjs';
import { stopPatience } from '../stop-patience.mjs';

const usage = 'Usage: tools/down';

await command(async () => {
  if (helped(`${usage}\nStops the installation of HOLDFAST_HOME.`)) return;
  if (process.argv.length > 2) throw new Complaint(usage);
  const home = layout(readSettings().home);
  const { pidFile, run } = home;
  const patience = stopPatience(noted(home));
  const supervisor = livingProcess(pidFile('supervisor'));
  if (supervisor) await endProcess(supervisor, { patience: patience.all });
  let ended = Boolean(supervisor);
  await endLeftovers(run, () => (ended = true), patience);
  process.stdout.write(ended ? 'Stopped.\n' : 'Not running.\n');
});

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { command, Complaint } from '../complaint.mjs';
import { bundleOf, layout, mainOf } from '../paths.mjs';
import { ensureBuild } from '../present-build.mjs';
import { runningInstance } from '../running.mjs';
import { operator } from '../services.mjs';
import { readSettings } from '../settings.mjs';

const ofFiles = ['broker config', 'secrets rotate'];

/** @import { Settings } from '../settings.mjs' */

/**
 * The environment of the running instance, or this one's when the operator names a broker himself.
 * @param {Settings} settings
 */
const environment = (settings) => {
  const running = runningInstance(layout(settings.home));
  if (running) return running.environment;
  if (settings.natsUrl) return process.env;
  throw new Complaint(`No instance runs in ${settings.home}: start it with tools/up, or set HOLDFAST_HOME`);
};

/**
 * Runs a command on the files of the installation, from a checkout as it was cloned too. Answers whether it is one.
 * @param {string[]} args
 * @param {Settings} settings
 */
const administered = async (args, settings) => {
  if (!ofFiles.includes(args.slice(0, 2).join(' '))) return false;
  await ensureBuild(settings, { broker: false });
  const { administration } = await import('../administration.mjs');
  process.stdout.write(await administration[args.slice(0, 2).join(' ')](settings, args.slice(2)));
  return true;
};

/** @param {string[]} args @param {Settings} settings @returns {Promise<number>} */
const backedUp = async (args, settings) => {
  await ensureBuild(settings, { broker: !settings.natsUrl });
  const { backup } = await import('../backup.mjs');
  return backup(settings, args);
};

await command(async () => {
  const [noun, ...rest] = process.argv.slice(2);
  if (noun === 'backup') return backedUp(rest, readSettings());
  if (await administered(process.argv.slice(2), readSettings())) return 0;
  // Whoever has pulled and not started anew yet has what was built before there was one file.
  const main = [bundleOf, mainOf].map((of) => of(operator.name)).find((file) => existsSync(file));
  const isHelp = noun === undefined || ['help', '--help', '-h'].includes(noun);
  const env = isHelp ? process.env : environment(readSettings());
  if (!main) throw new Complaint('The administration command is not built: run tools/up');
  const child = spawn(process.execPath, ['--no-warnings', main, ...process.argv.slice(2)], {
    env,
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.once('close', (code) => done(code ?? 1));
  });
});

import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { knownAccess } from '../access.mjs';
import { changedSettings } from '../asked-settings.mjs';
import { build } from '../build.mjs';
import { banner } from '../banner.mjs';
import { command, Complaint, helped } from '../complaint.mjs';
import { whenReady } from '../health.mjs';
import { layout } from '../paths.mjs';
import { isAlive } from '../process-identity.mjs';
import { livingProcess } from '../pid-files.mjs';
import { privateDirectory } from '../private-files.mjs';
import { noted } from '../running.mjs';
import { readSettings } from '../settings.mjs';
import { inCheckout, install } from '../setup/install.mjs';

/** @import { Identity } from '../process-identity.mjs' */
/** @import { Settings } from '../settings.mjs' */
/** @import { Word } from '../background.mjs' */

/** @param {string} text */
const print = (text) => process.stdout.write(text);

/** Waits for an instance that another command is starting. @param {Settings} settings @param {Identity} holder */
const awaitRunning = async (settings, holder) => {
  const home = layout(settings.home);
  const { access, logFile } = home;
  while (!noted(home)?.ready) {
    if (!isAlive(holder)) throw new Complaint(`The instance that was starting has ended; see ${logFile}`);
    await sleep(50);
  }
  const problem = await whenReady(noted(home)?.door ?? settings.door, 60_000);
  if (problem) throw new Complaint(`${problem}\nIt runs (pid ${holder.pid}); see ${logFile}`);
  const text = banner({ settings, access: knownAccess(access), accessFile: access, steps: false });
  const { asked } = noted(home) ?? {};
  const changed = asked ? changedSettings(asked, settings.environment) : [];
  const told = `It was started with other settings: ${changed.join(', ')}. tools/down, then tools/up takes these.\n`;
  print(`Holdfast runs already (pid ${holder.pid}).\n${text}${changed.length > 0 ? told : ''}`);
};

/** How the start went. @param {import('node:child_process').ChildProcess} supervisor @returns {Promise<Word>} */
const firstWord = (supervisor) =>
  new Promise((done) => {
    supervisor.on('message', (message) => {
      const word = /** @type {Word} */ (message);
      if (word.waits === undefined) done(word);
      else print(`${word.waits}\n`);
    });
    supervisor.once('exit', (code, signal) =>
      done({ failed: `The supervisor ended with ${signal ?? `status ${code}`}` }),
    );
  });

/**
 * Starts the supervisor in the background and waits for its word.
 * @param {Settings} settings
 * @returns {Promise<Word>}
 */
const detach = async (settings) => {
  const { home, log } = layout(settings.home);
  for (const directory of [home, log]) privateDirectory(directory);
  const output = openSync(join(log, 'supervisor.log'), 'a', 0o600);
  const program = fileURLToPath(new URL('../background.mjs', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program], {
    cwd: home,
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
  });
  const word = await firstWord(child);
  if (child.connected) child.disconnect();
  child.unref();
  return word;
};

/** @param {Settings} settings */
const foreground = async (settings) => {
  const { supervise } = await import('../supervise.mjs');
  const { AlreadyRunning } = await import('../instance.mjs');
  process.stdout.on('error', () => {}); // whoever read our output has left: the log file has it
  try {
    await supervise(settings, { show: print, onReady: print });
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    await awaitRunning(settings, error.holder);
  }
};

const usage = 'Usage: tools/up [--detach]';

await command(async () => {
  if (helped(`${usage}\nBuilds and starts this installation; with --detach it returns when all answer.`))
    return;
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg !== '--detach');
  if (unknown) throw new Complaint(`Unknown argument ${unknown}. ${usage}`);
  const settings = readSettings();
  const holder = livingProcess(layout(settings.home).pidFile('supervisor'));
  if (holder) return awaitRunning(settings, holder);
  await inCheckout(async () => {
    await install({ broker: !settings.natsUrl, then: build });
  });
  if (!args.includes('--detach')) return foreground(settings);
  const word = await detach(settings);
  if (word.running) return awaitRunning(settings, word.running);
  if (word.failed) throw new Complaint(word.failed);
  print(word.ready ?? '');
});

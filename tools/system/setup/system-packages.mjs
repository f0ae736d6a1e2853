import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { toolsDirectory } from '../paths.mjs';
import { perform, which } from './execute.mjs';

/** @typedef {(line: string) => void} Say tells the operator what is going on */

/** Whether packages of the system can be installed by us. */
export const canInstall = () => process.getuid?.() === 0 && Boolean(which('apt-get'));

const environment = () => ({ ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
/** @param {string[]} args */
const apt = (...args) =>
  perform('apt-get', ['-o', 'DPkg::Lock::Timeout=120', '-qq', ...args], { env: environment() });

/** Installs Debian packages; on a fresh machine the lists of packages are fetched first. @param {string[]} names */
export const installPackages = async (...names) => {
  const install = () => apt('install', '-y', '--no-install-recommends', ...names);
  const first = await install();
  if (first.ok) return first;
  const update = await apt('update');
  return update.ok ? install() : update;
};

/**
 * Options of apt-get by which its lists of packages lie below a directory: those of the machine may be empty, and
 * nobody lets us fetch them.
 * @param {string} directory
 */
export const ownLists = (directory) => {
  for (const each of ['lists/partial', 'cache/archives/partial'])
    mkdirSync(join(directory, each), { recursive: true });
  return ['-o', `Dir::State::lists=${directory}/lists`, '-o', `Dir::Cache=${directory}/cache`];
};

/**
 * Unpacks Debian packages below a directory, without those that they need. It takes no rights.
 * @param {string} target
 * @param {string[]} names
 */
export const unpackPackages = async (target, ...names) => {
  if (!which('apt-get') || !which('dpkg')) return { ok: false, output: 'no apt-get' };
  const fetched = mkdtempSync(join(toolsDirectory, 'packages-'));
  /** @param {string[]} args */
  const apt = (...args) => perform('apt-get', ['-qq', ...args], { cwd: fetched, env: environment() });
  try {
    let result = await apt('download', ...names);
    if (!result.ok) {
      const own = ownLists(fetched);
      result = await apt(...own, 'update');
      if (result.ok) result = await apt(...own, 'download', ...names);
    }
    for (const file of readdirSync(fetched).filter((each) => each.endsWith('.deb')))
      if (result.ok) result = await perform('dpkg', ['-x', join(fetched, file), target]);
    return result;
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
};

/**
 * Makes sure that a program is there, from the named package if we may; otherwise says what is missing.
 * @param {string} program
 * @param {string} packageName
 * @param {Say} say
 */
export const requireProgram = async (program, packageName, say) => {
  if (which(program)) return;
  if (!canInstall())
    throw new Complaint(`${program} is missing: install it (Debian, Ubuntu: apt-get install ${packageName})`);
  say(`installing ${packageName}`);
  const { ok, output } = await installPackages(packageName);
  if (!ok || !which(program)) throw new Complaint(`${packageName} could not be installed:\n${output}`);
};

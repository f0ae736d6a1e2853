import { Complaint } from '../complaint.mjs';
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

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Complaint } from '../complaint.mjs';
import { checkout } from '../paths.mjs';
import { readJson } from '../private-files.mjs';
import { perform, which } from './execute.mjs';

const lockFile = join(checkout, 'package-lock.json');
const modules = join(checkout, 'node_modules');
const stamp = join(modules, '.holdfast-installed');

const lockDigest = () =>
  createHash('sha256')
    .update(`${process.platform} ${process.arch} ${process.versions.modules}\n`)
    .update(readFileSync(lockFile))
    .digest('hex');

/**
 * What is read of a lock file.
 * @typedef {{ packages?: Record<string, { version?: string, link?: boolean, optional?: boolean }> }} Lock
 */

/** @param {string} file */
const packagesIn = (file) => /** @type {Lock | undefined} */ (readJson(file))?.packages;

/** Whether what npm says it has installed is what the lock file wants: a developer may have run npm himself. */
const isInstalled = () => {
  const wanted = packagesIn(lockFile);
  const present = packagesIn(join(modules, '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/')) return true;
    if (entry.link) return existsSync(join(checkout, path));
    return present[path] ? present[path].version === entry.version : entry.optional === true;
  });
};

/**
 * Installs the npm packages of the lock file, unless they are there.
 * @param {import('./system-packages.mjs').Say} say
 */
export const installNodePackages = async (say) => {
  const digest = lockDigest();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  if (!isInstalled()) {
    if (!which('npm')) throw new Complaint('npm is missing: it comes with Node.js, or with the package npm');
    say('installing npm packages');
    const { ok, output } = await perform(
      'npm',
      ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: checkout,
      },
    );
    if (!ok) throw new Complaint(`npm ci failed:\n${output}`);
  }
  writeFileSync(stamp, digest);
};

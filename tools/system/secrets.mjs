import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Complaint } from './complaint.mjs';
import { readJson, writePrivateJson } from './private-files.mjs';

/**
 * What an installation must never lose, made at its first start.
 * @typedef {object} Secrets
 * @property {string} secret 64 hex digits; company keys derive from it, and digests of requests are keyed with it
 * @property {string} superuser the embedded database's own password
 * @property {string | string[]} [previous] those of which one may be the database's still, the newest first: until it
 *   knows the new one
 */

/** @param {string} file */
const stored = (file) => {
  const known = /** @type {Partial<Secrets> | undefined} */ (readJson(file));
  // With others it would be another installation.
  if (!known && existsSync(file)) throw new Complaint(`${file} cannot be read: bring it back as it was`);
  return known ?? {};
};

/**
 * The secrets of an installation, made where they are missing.
 * @param {string} file
 * @param {string} [given] HOLDFAST_SECRET, which replaces the stored one
 * @returns {Secrets}
 */
export const loadSecrets = (file, given) => {
  const known = stored(file);
  const kept = {
    ...known,
    secret: known.secret ?? randomBytes(32).toString('hex'),
    superuser: known.superuser ?? randomBytes(24).toString('hex'),
  };
  if (kept.secret !== known.secret || kept.superuser !== known.superuser) writePrivateJson(file, kept);
  return { ...kept, secret: given ?? kept.secret };
};

/** Passwords of the superuser that may hold still, the newest first. @param {Pick<Secrets, 'previous'>} secrets */
export const previousOf = ({ previous = [] }) => [previous].flat();

/**
 * Notes another password of the superuser, and until `settleSuperuser` those that may be the database's: one that was
 * noted before may have got there, or not.
 * @param {string} file
 * @param {string} superuser
 */
export const replaceSuperuser = (file, superuser) => {
  const known = loadSecrets(file);
  const [first, ...more] = [known.superuser, ...previousOf(known)];
  // As earlier code reads it, where it is one.
  writePrivateJson(file, { ...known, superuser, previous: more.length > 0 ? [first, ...more] : first });
};

/**
 * The database knows this password. Where another one was noted meanwhile all stays.
 * @param {string} file
 * @param {string} superuser
 */
export const settleSuperuser = (file, superuser) => {
  const { previous, ...rest } = stored(file);
  if (previous && rest.superuser === superuser) writePrivateJson(file, rest);
};

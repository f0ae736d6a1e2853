import { randomBytes } from 'node:crypto';
import { readJson, writePrivateJson } from './private-files.mjs';

/**
 * What an installation must never lose, made at its first start.
 *
 * - `secret`: 64 hex digits; company keys derive from it, and digests of requests are keyed with it. HOLDFAST_SECRET
 *   replaces the stored one.
 * - `superuser`: the embedded database's own password; `previous`: the one before, until the database knows the new one.
 */
export const loadSecrets = (file, given) => {
  const stored = readJson(file) ?? {};
  const kept = {
    ...stored,
    secret: stored.secret ?? randomBytes(32).toString('hex'),
    superuser: stored.superuser ?? randomBytes(24).toString('hex'),
  };
  if (kept.secret !== stored.secret || kept.superuser !== stored.superuser) writePrivateJson(file, kept);
  return { ...kept, secret: given ?? kept.secret };
};

/** Notes another password of the superuser, and the present one until `settleSuperuser`. */
export const replaceSuperuser = (file, superuser) => {
  loadSecrets(file);
  const stored = readJson(file);
  writePrivateJson(file, { ...stored, superuser, previous: stored.previous ?? stored.superuser });
};

/** The database knows the new password. */
export const settleSuperuser = (file) => {
  const { previous, ...stored } = readJson(file);
  if (previous) writePrivateJson(file, stored);
};

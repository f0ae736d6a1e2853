import { createHmac, randomBytes } from 'node:crypto';
import { readJson, writePrivateJson } from './private-files.mjs';

/**
 * The secrets of an installation, made at its first start.
 *
 * - `secret`: 64 hex digits; HOLDFAST_SECRET replaces the stored one.
 * - `superuser`: the embedded database's own password.
 * - `passwordOf(door, user)`: derived from the secret, so that every machine of one installation computes the
 *   same passwords and none needs to be stored.
 */
export const loadSecrets = (file, given) => {
  const stored = readJson(file) ?? {};
  const kept = {
    secret: stored.secret ?? randomBytes(32).toString('hex'),
    superuser: stored.superuser ?? randomBytes(24).toString('hex'),
  };
  if (kept.secret !== stored.secret || kept.superuser !== stored.superuser) writePrivateJson(file, kept);
  const secret = given ?? kept.secret;
  return {
    secret,
    superuser: kept.superuser,
    passwordOf: (door, user) =>
      createHmac('sha256', Buffer.from(secret, 'hex')).update(`${door}:${user}`).digest('hex').slice(0, 48),
  };
};

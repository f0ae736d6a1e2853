import { superuser } from './postgres.mjs';
import { replacePasswords, takesPassword } from './provision.mjs';
import { loadSecrets, settleSuperuser } from './secrets.mjs';

/** The database of an installation in the embedded server. */
export const databaseName = 'holdfast';

/** @param {number} port @param {string} password @param {string} database */
const urlOf = (port, password, database) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;

/**
 * Gives the superuser the noted password, wherever its replacement was cut off. Answers the address of a database.
 * @param {import('./paths.mjs').Home} home
 * @param {number} port
 */
export const superuserUrl = async (home, port, database = 'postgres') => {
  const { superuser: password, previous } = loadSecrets(home.secrets);
  if (previous) {
    const present = urlOf(port, previous, 'postgres');
    if (await takesPassword(present)) await replacePasswords(present, [[superuser, password]]);
    settleSuperuser(home.secrets);
  }
  return urlOf(port, password, database);
};

import { Complaint } from './complaint.mjs';
import { superuser } from './postgres.mjs';
import { replacePasswords, takesPassword } from './provision.mjs';
import { loadSecrets, previousOf, settleSuperuser } from './secrets.mjs';

/** The database of an installation in the embedded server. */
export const databaseName = 'holdfast';

/** @param {number} port @param {string} password @param {string} database */
const urlOf = (port, password, database) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;

/** The first of the addresses whose password is taken. @param {string[]} urls */
const presentOf = async (urls) => {
  for (const url of urls) if (await takesPassword(url)) return url;
  return undefined;
};

/**
 * Gives the superuser the noted password, wherever its replacement was cut off. Answers the address of a database.
 * @param {import('./paths.mjs').Home} home
 * @param {number} port
 */
export const superuserUrl = async (home, port, database = 'postgres') => {
  const secrets = loadSecrets(home.secrets);
  const { superuser: password } = secrets;
  const noted = urlOf(port, password, 'postgres');
  if (secrets.previous && !(await takesPassword(noted))) {
    const present = await presentOf(previousOf(secrets).map((each) => urlOf(port, each, 'postgres')));
    if (!present) throw new Complaint(`The database takes none of the passwords in ${home.secrets}`);
    await replacePasswords(present, [[superuser, password]]);
  }
  settleSuperuser(home.secrets, password);
  return urlOf(port, password, database);
};

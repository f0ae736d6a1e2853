import { alone } from './lock.mjs';
import { Complaint } from './complaint.mjs';
import {
  databasePassword,
  ensureCredentials,
  nextLogins,
  randomPassword,
  readCredentials,
  userAfter,
  writeCredentials,
} from './credentials.mjs';
import { knownPorts } from './ports.mjs';
import { livingProcess } from './pid-files.mjs';
import { privateDirectory } from './private-files.mjs';
import { databaseAt, replacePasswords, roleOf } from './provision.mjs';
import { runningInstance } from './running.mjs';
import { replaceSuperuser } from './secrets.mjs';
import { databaseOwners, operator, services } from './services.mjs';
import { databaseName, superuserUrl } from './superuser.mjs';

/** @import { Home } from './paths.mjs' */

const names = [...services, operator].map(({ name }) => name);

const noLoginLeft =
  'The broker knows no further logins: restart with tools/down and tools/up; ' +
  'for a broker of your own, take over what `tools/holdfast broker config --passwords` prints';

/**
 * Broker and database would know others than the files have: they were told those before.
 * @param {Home} home
 */
const atWork = ({ home }) =>
  `The installation in ${home} is just being started, or a backup or a restore is made of it: try again after that`;

/**
 * Gives every process another password of the broker and of the database, and the embedded database's superuser
 * another one. Processes that run read them at their next connections; those that are open stay.
 *
 * - Broker: the next login of those that it was told at its start. The one before is valid until the next start.
 * - Database: the file holds both passwords while the role's is replaced. The one before ends with that.
 *
 * @param {Home} home
 * @param {{ databaseUrl?: string, natsUrl?: string }} elsewhere a database and a broker of one's own, where nothing
 * runs
 *   here that says so
 */
export const rotate = (home, { databaseUrl, natsUrl }) => {
  privateDirectory(home.run);
  return alone(home.rotation, async () => {
    const running = runningInstance(home);
    if (!running && livingProcess(home.pidFile('supervisor'))) throw new Complaint(atWork(home));
    const embedded = running?.embedded ?? { database: !databaseUrl, broker: !natsUrl };
    if (running && !embedded.database && !databaseUrl)
      throw new Complaint('The database is one of your own: set DATABASE_URL as for tools/up');
    ensureCredentials(home);
    rotateBroker(home, { told: Boolean(running) || !embedded.broker });
    if (!embedded.database && databaseUrl) await rotateRoles(home, databaseUrl);
    else await rotateEmbedded(home, { running: Boolean(running) });
  });
};

/** @param {Home} home @param {{ told: boolean }} broker `told`: it knows the logins that wait */
const rotateBroker = (home, { told }) => {
  /** @type {Partial<ReturnType<typeof nextLogins>>} */
  const next = told ? nextLogins(home) : {};
  if (!next) throw new Complaint(noLoginLeft);
  for (const name of names) {
    const credentials = readCredentials(home, name);
    const made = { user: userAfter(credentials.broker.user, name), password: randomPassword() };
    writeCredentials(home, name, { ...credentials, broker: next[name] ?? made });
  }
};

/**
 * Where it does not run, its next start gives the roles what stands in the files.
 * @param {Home} home
 * @param {{ running: boolean }} instance
 */
const rotateEmbedded = async (home, { running }) => {
  replaceSuperuser(home.secrets, randomPassword());
  if (!running) {
    for (const name of databaseOwners)
      writeCredentials(home, name, {
        ...readCredentials(home, name),
        database: { password: randomPassword() },
      });
    return;
  }
  const { postgres } = knownPorts(home.ports);
  if (!postgres) throw new Error(`${home.ports} does not name the port of the database`);
  await rotateRoles(home, await superuserUrl(home, postgres, databaseName));
};

/** @param {Home} home @param {string} url */
const rotateRoles = async (home, url) => {
  const database = await databaseAt(url);
  for (const name of databaseOwners) {
    const credentials = readCredentials(home, name);
    const previous = databasePassword(home, name);
    const password = randomPassword();
    writeCredentials(home, name, { ...credentials, database: { password, previous } });
    await replacePasswords(url, [[roleOf(database, name), password]]);
    writeCredentials(home, name, { ...credentials, database: { password } });
  }
};

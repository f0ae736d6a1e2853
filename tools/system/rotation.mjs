import { alone } from './lock.mjs';
import { Complaint } from './complaint.mjs';
import {
  ensureCredentials,
  nextLogins,
  randomPassword,
  readCredentials,
  userAfter,
  writeCredentials,
} from './credentials.mjs';
import { livingProcess } from './pid-files.mjs';
import { privateDirectory, readJson } from './private-files.mjs';
import { databaseAt, replacePasswords, roleOf } from './provision.mjs';
import { replaceSuperuser } from './secrets.mjs';
import { databaseOwners, operator, services } from './services.mjs';
import { databaseName, superuserUrl } from './superuser.mjs';

const names = [...services, operator].map(({ name }) => name);

const noLoginLeft =
  'The broker knows no further logins: restart with tools/down and tools/up; ' +
  'for a broker of your own, take over what `tools/holdfast broker config --passwords` prints';

/**
 * Gives every process another password of the broker and of the database, and the embedded database's superuser
 * another one. Processes that run read them at their next connections; those that are open stay.
 *
 * - Broker: the next login of those that it was told at its start. The one before is valid until the next start.
 * - Database: the file holds both passwords while the role's is replaced. The one before ends with that.
 *
 * `natsUrl` and `databaseUrl`: a broker and a database of one's own, where nothing runs here that says so.
 */
export const rotate = (home, { databaseUrl, natsUrl }) => {
  privateDirectory(home.run);
  return alone(home.rotation, async () => {
    const running = livingProcess(home.pidFile('supervisor')) && readJson(home.instance);
    const embedded = running?.embedded ?? { database: !databaseUrl, broker: !natsUrl };
    if (running && !embedded.database && !databaseUrl)
      throw new Complaint('The database is one of your own: set DATABASE_URL as for tools/up');
    ensureCredentials(home);
    rotateBroker(home, { told: Boolean(running) || !embedded.broker });
    if (embedded.database) await rotateEmbedded(home, running);
    else await rotateRoles(home, databaseUrl);
  });
};

const rotateBroker = (home, { told }) => {
  const next = told ? nextLogins(home) : {};
  if (!next) throw new Complaint(noLoginLeft);
  for (const name of names) {
    const credentials = readCredentials(home, name);
    const made = { user: userAfter(credentials.broker.user, name), password: randomPassword() };
    writeCredentials(home, name, { ...credentials, broker: next[name] ?? made });
  }
};

/** Where it does not run, its next start gives the roles what stands in the files. */
const rotateEmbedded = async (home, running) => {
  replaceSuperuser(home.secrets, randomPassword());
  if (!running) {
    for (const name of databaseOwners)
      writeCredentials(home, name, {
        ...readCredentials(home, name),
        database: { password: randomPassword() },
      });
    return;
  }
  await rotateRoles(home, await superuserUrl(home, readJson(home.ports).postgres, databaseName));
};

const rotateRoles = async (home, url) => {
  const database = await databaseAt(url);
  for (const name of databaseOwners) {
    const credentials = readCredentials(home, name);
    const { password: previous } = credentials.database;
    const password = randomPassword();
    writeCredentials(home, name, { ...credentials, database: { password, previous } });
    await replacePasswords(url, [[roleOf(database, name), password]]);
    writeCredentials(home, name, { ...credentials, database: { password } });
  }
};

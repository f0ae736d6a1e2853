// Prepares database and broker for an installation of images, and is safe to repeat:
//
//     DATABASE_URL=postgres://… node tools/images/prepare.mjs DIRECTORY [--broker|--restoring]
//
// DATABASE_URL names a user who may make roles and schemas. Afterwards DIRECTORY/<part>/credentials.json holds the
// passwords of each part, made at the first time, and DIRECTORY/nats/accounts.conf the users of the broker with theirs.
// Each part is given its own directory and no other one. Passwords that are there already are taken as they are. With
// --broker the database is left alone. Where a restore into it has begun and not ended this fails, so that nothing
// starts, unless --restoring says that it goes on.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountsText } from '../system/broker-accounts.mjs';
import { command, Complaint } from '../system/complaint.mjs';
import { brokerLogins, databasePassword, ensureCredentials } from '../system/credentials.mjs';
import { brokerUsers } from '../system/nats-permissions.mjs';
import { codeOf } from '../system/failure.mjs';
import { layout } from '../system/paths.mjs';
import { writePrivate } from '../system/private-files.mjs';
import { provision, restoreUnderWay, takesPassword } from '../system/provision.mjs';
import { databaseOwners, operator, services } from '../system/services.mjs';

/**
 * The places that these images have: one directory for each part.
 * @param {string} directory
 * @returns {import('../system/paths.mjs').Home}
 */
const placesIn = (directory) => ({
  ...layout(directory),
  credentials: (name) => join(directory, name, 'credentials.json'),
  logins: join(directory, 'nats', 'logins.json'),
});

/** What PostgreSQL says while it starts. */
const starting = '57P03';
/** The database may have been started together with this; it has a minute (ms). */
const patience = 60_000;

/** Waits until the database answers; what it says then is for others. @param {string} databaseUrl */
const whenThere = async (databaseUrl) => {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(500))
    try {
      await takesPassword(databaseUrl);
      return;
    } catch (error) {
      if (!['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', starting].includes(String(codeOf(error)))) return;
    }
};

await command(async () => {
  const [given, option, ...rest] = process.argv.slice(2);
  const { DATABASE_URL: databaseUrl } = process.env;
  const brokerOnly = option === '--broker';
  const restoring = option === '--restoring';
  if (!given || (option !== undefined && !brokerOnly && !restoring) || rest.length)
    throw new Complaint('Usage: prepare DIRECTORY [--broker|--restoring]');
  if (!databaseUrl && !brokerOnly)
    throw new Complaint('DATABASE_URL is not set: it must name a user who may make roles and schemas');
  const directory = resolve(given);
  const places = placesIn(directory);
  for (const name of [...services, operator].map((each) => each.name).concat('nats'))
    mkdirSync(join(directory, name), { recursive: true });
  ensureCredentials(places);
  if (databaseUrl && !brokerOnly) {
    await whenThere(databaseUrl);
    await provision(databaseUrl, databaseOwners, (service) => databasePassword(places, service));
    const cutOff = restoring ? undefined : await restoreUnderWay(databaseUrl);
    if (cutOff !== undefined) throw new Complaint(`A restore did not end: ${cutOff}`);
  }
  const accounts = accountsText(await brokerUsers(), brokerLogins(places, { fresh: false }));
  // The broker runs as a user of its own image, and nobody else has this directory.
  writePrivate(join(directory, 'nats', 'accounts.conf'), accounts, 0o644);
  process.stdout.write(
    `${brokerOnly ? 'The broker knows' : 'Database and broker know'} the parts of this installation.\n`,
  );
});

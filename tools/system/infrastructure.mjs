import { brokerLogins, databasePassword, randomPassword } from './credentials.mjs';
import { natsPart } from './nats.mjs';
import { postgresPart } from './postgres.mjs';
import { privateDirectory } from './private-files.mjs';
import { ensureDatabase, provision } from './provision.mjs';
import { databaseOwners } from './services.mjs';
import { databaseName, superuserUrl } from './superuser.mjs';

/** @import { LogFor } from './log.mjs' */
/** @import { Part } from './part.mjs' */
/** @import { Home } from './paths.mjs' */
/** @import { Settings } from './settings.mjs' */

/**
 * What database and broker stand on; `begin` starts a part and waits until it is ready.
 * @typedef {{ settings: Settings, home: Home, logFor: LogFor, begin: (part: Part) => Promise<void> }} Ground
 */

const oneUserForAll =
  'NATS_URL names one user for all parts, each of which may then do what all may: see tools/holdfast broker config';

/**
 * Files in PEM form for database, broker and their clients, of an authority that each of them takes.
 * @typedef {{ cert: string, key: string, ca: string }} TlsFiles
 */

/**
 * Starts the database, or takes the operator's, and provisions a role and a schema for each service that owns one.
 * @param {Ground} ground
 * @param {{ port: number, password: string, durable: boolean, tls?: TlsFiles | undefined }} embedded what holds for one
 * of our own
 */
export const startDatabase = async ({ settings, home, logFor, begin }, { port, password, durable, tls }) => {
  const { databaseUrl, environment } = settings;
  /** @param {string} service */
  const passwordOf = (service) => databasePassword(home, service);
  if (databaseUrl)
    return { adminUrl: databaseUrl, databaseUrl: await provision(databaseUrl, databaseOwners, passwordOf) };
  await begin(
    postgresPart({
      directory: home.postgres,
      port,
      password,
      durable,
      ...(tls && { tls }),
      log: logFor('postgres'),
      pidFile: home.pidFile('postgres'),
      environment,
    }),
  );
  const adminUrl = await superuserUrl(home, port);
  const own = new URL(await ensureDatabase(adminUrl, databaseName));
  // Whoever has the port while the database is away could ask for passwords themselves.
  own.searchParams.set('require_auth', 'scram-sha-256');
  if (tls) {
    own.hostname = 'localhost';
    own.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: tls.ca }).toString();
  }
  return { adminUrl, databaseUrl: await provision(own.href, databaseOwners, passwordOf) };
};

/**
 * Starts the broker with a user for each part, or takes the operator's.
 * @param {Ground} ground
 * @param {{ port: number, tester: boolean, tls?: TlsFiles | undefined }} embedded what holds for one of our own
 * @returns {Promise<{ natsUrl: string, testUrl?: string }>}
 */
export const startBroker = async ({ settings, home, logFor, begin }, { port, tester, tls }) => {
  const { natsUrl, environment } = settings;
  if (natsUrl) {
    if (/^[a-z]+:\/\/[^/,]*@/.test(natsUrl)) logFor('holdfast')(oneUserForAll);
    return { natsUrl };
  }
  privateDirectory(home.nats);
  const test = { user: 'test', password: randomPassword() };
  await begin(
    await natsPart({
      directory: home.nats,
      port,
      logins: [...brokerLogins(home, { fresh: true }), ...(tester ? [test] : [])],
      log: logFor('nats'),
      pidFile: home.pidFile('nats'),
      environment,
      ...(tls && { more: onlyByTls(tls) }),
    }),
  );
  if (tls) return { natsUrl: `tls://localhost:${port}` };
  const at = `127.0.0.1:${port}`;
  return { natsUrl: `nats://${at}`, testUrl: `nats://${test.user}:${test.password}@${at}` };
};

/** Who has no certificate of the authority is not listened to. @param {TlsFiles} files */
const onlyByTls = ({ cert, key, ca }) =>
  `tls { cert_file: ${JSON.stringify(cert)}, key_file: ${JSON.stringify(key)}, ca_file: ${JSON.stringify(ca)}, verify: true }\n`;

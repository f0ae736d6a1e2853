import { randomBytes } from 'node:crypto';
import { readJson, writePrivateJson } from './private-files.mjs';
import { databaseOwners, operator, services } from './services.mjs';

/** @import { Home } from './paths.mjs' */
/** @typedef {{ user: string, password: string }} Login of the broker */

/**
 * What opens the doors of one process.
 * @typedef {object} Credentials
 * @property {Login} broker
 * @property {{ password: string, previous?: string }} [database] `previous`: the one before, until the database knows
 *   the new one
 */

/** The processes that have credentials, by the names of their users of the broker. */
const names = [...services, operator].map(({ name }) => name);

/** How many logins of the broker wait for each of them: so often are passwords replaced between two starts. */
const waiting = 16;

export const randomPassword = () => randomBytes(24).toString('hex');

/** @param {Home} home @param {string} name */
const knownCredentials = (home, name) =>
  /** @type {Partial<Credentials>} */ (readJson(home.credentials(name)) ?? {});

/**
 * The credentials of a process, which are in a file of its own.
 * @param {Home} home
 * @param {string} name
 * @returns {Credentials}
 * @throws Error when there are none
 */
export const readCredentials = (home, name) => {
  const { broker, ...rest } = knownCredentials(home, name);
  if (!broker) throw new Error(`${name} has no credentials`);
  return { broker, ...rest };
};

/** @param {Home} home @param {string} name @throws Error when it has none */
export const databasePassword = (home, name) => {
  const { database } = readCredentials(home, name);
  if (!database) throw new Error(`${name} has no password of the database`);
  return database.password;
};

/** @param {Home} home @param {string} name @param {Credentials} credentials */
export const writeCredentials = (home, name, credentials) =>
  writePrivateJson(home.credentials(name), credentials);

/**
 * Makes what is missing: random, and independent of everything else. Answers for whom.
 * @param {Home} home
 */
export const ensureCredentials = (home) => {
  /** @type {string[]} */
  const made = [];
  for (const name of names) {
    const known = knownCredentials(home, name);
    const database = databaseOwners.includes(name) && (known.database ?? { password: randomPassword() });
    const broker = known.broker ?? { user: name, password: randomPassword() };
    if (known.broker && (!database || known.database)) continue;
    writeCredentials(home, name, { broker, ...(database ? { database } : {}) });
    made.push(name);
  }
  return made;
};

/**
 * `gateway`, `gateway-1`, `gateway-2`: users of the broker with the same rights.
 * @param {string} user
 * @param {string} name
 */
export const userAfter = (user, name) => `${name}-${Number(/-(\d+)$/.exec(user)?.[1] ?? 0) + 1}`;

/**
 * The login that each process uses, first, and those that wait to be used after it. A broker is not told new logins
 * while it runs: so it knows them from its start.
 * @param {string} name
 * @param {Login} current
 * @param {Login[]} kept those that wait already
 */
const renewed = (name, current, kept) => {
  const logins = [current, ...kept];
  while (logins.length <= waiting)
    logins.push({ user: userAfter((logins.at(-1) ?? current).user, name), password: randomPassword() });
  return logins;
};

/**
 * The logins of `name` that the broker was told and that come after the one in use.
 * @param {Home} home
 * @param {string} name
 */
const waitingLogins = (home, name) => {
  const told = /** @type {Record<string, Login[]>} */ (readJson(home.logins) ?? {});
  const logins = told[name] ?? [];
  const { user } = readCredentials(home, name).broker;
  const used = logins.findIndex((login) => login.user === user);
  return used < 0 ? [] : logins.slice(used + 1);
};

/**
 * All logins to tell the broker, as `{ name, user, password }`; what was used before is not among them.
 * @param {Home} home
 * @param {{ fresh: boolean }} options `fresh`: those that waited are forgotten too
 */
export const brokerLogins = (home, { fresh }) => {
  const logins = Object.fromEntries(
    names.map((name) => {
      const kept = fresh ? [] : waitingLogins(home, name);
      return [name, renewed(name, readCredentials(home, name).broker, kept)];
    }),
  );
  writePrivateJson(home.logins, logins);
  return Object.entries(logins).flatMap(([name, each]) => each.map((login) => ({ name, ...login })));
};

/**
 * The login that the broker knows and that comes after the one in use, by name; undefined where none is left.
 * @param {Home} home
 * @returns {Record<string, Login> | undefined}
 */
export const nextLogins = (home) => {
  const next = names.flatMap((name) =>
    waitingLogins(home, name)
      .slice(0, 1)
      .map((login) => ({ name, login })),
  );
  if (next.length < names.length) return undefined;
  return Object.fromEntries(next.map(({ name, login }) => [name, login]));
};

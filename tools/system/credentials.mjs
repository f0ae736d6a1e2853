import { randomBytes } from 'node:crypto';
import { readJson, writePrivateJson } from './private-files.mjs';
import { databaseOwners, operator, services } from './services.mjs';

/** The processes that have credentials, by the names of their users of the broker. */
const names = [...services, operator].map(({ name }) => name);

/** How many logins of the broker wait for each of them: so often are passwords replaced between two starts. */
const waiting = 16;

export const randomPassword = () => randomBytes(24).toString('hex');

/**
 * What opens the doors of one process, in a file of its own: `{ broker: { user, password }, database: { password }
 * }`.
 */
export const readCredentials = (home, name) => readJson(home.credentials(name));
export const writeCredentials = (home, name, credentials) =>
  writePrivateJson(home.credentials(name), credentials);

/** Makes what is missing: random, and independent of everything else. */
export const ensureCredentials = (home) => {
  for (const name of names) {
    const known = readCredentials(home, name) ?? {};
    const database = databaseOwners.includes(name) && (known.database ?? { password: randomPassword() });
    const broker = known.broker ?? { user: name, password: randomPassword() };
    if (!known.broker || (database && !known.database))
      writeCredentials(home, name, { broker, ...(database ? { database } : {}) });
  }
};

/** `gateway`, `gateway-1`, `gateway-2`: users of the broker with the same rights. */
export const userAfter = (user, name) => `${name}-${Number(/-(\d+)$/.exec(user)?.[1] ?? 0) + 1}`;

/**
 * The login that each process uses, first, and those that wait to be used after it. A broker that learns new logins
 * while it runs forgets which answers are due: so it knows them from its start.
 * `kept`: those that wait already.
 */
const renewed = (name, current, kept = []) => {
  const logins = [current, ...kept];
  while (logins.length <= waiting)
    logins.push({ user: userAfter(logins.at(-1).user, name), password: randomPassword() });
  return logins;
};

/** The logins of `name` that the broker was told and that come after the one in use. */
const waitingLogins = (home, name) => {
  const logins = readJson(home.logins)?.[name] ?? [];
  const { user } = readCredentials(home, name).broker;
  const used = logins.findIndex((login) => login.user === user);
  return used < 0 ? [] : logins.slice(used + 1);
};

/**
 * All logins to tell the broker, as `{ name, user, password }`; what was used before is not among them.
 * `fresh`: those that waited are forgotten too.
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

/** The login that the broker knows and that comes after the one in use, by name; undefined where none is left. */
export const nextLogins = (home) => {
  const next = names.map((name) => [name, waitingLogins(home, name).at(0)]);
  return next.every(([, login]) => login) ? Object.fromEntries(next) : undefined;
};

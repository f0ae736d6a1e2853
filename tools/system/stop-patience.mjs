/** @import { Running } from './running.mjs' */

const usualDrain = 5;
/** What a part has besides its transfers, the broker, and the database (ms), as a supervisor gives them. */
const besides = 10_000;
const broker = 10_000;
const database = 30_000;

/** @param {Running | undefined} running */
const drainOf = (running) =>
  Math.max(
    usualDrain,
    ...Object.values(running?.services ?? {}).map((env) => Number(env.HOLDFAST_DRAIN_SECONDS || 0)),
  );

/**
 * How long it may take to stop an installation (ms): `part`: one of its services, and `all`, one part after the other.
 * @param {Running | undefined} running as it was started; undefined: that is not known
 */
export const stopPatience = (running) => {
  const part = 1_000 * drainOf(running) + besides;
  const services = Object.keys(running?.services ?? {}).length || 4;
  const nodes = Math.max(1, Object.keys(running?.nodes ?? {}).length);
  return { part, database, all: (services - 1 + nodes) * part + broker + database };
};

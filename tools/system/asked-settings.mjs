import { createHash } from 'node:crypto';

const isSetting = /^(HOLDFAST_(?!TEST_|HOME$)\w+|DATABASE_URL|NATS_URL)$/;

/**
 * What an operator has set, by name: digests, since some are secrets. An empty variable counts as unset.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export const askedSettings = (env) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value && isSetting.test(name) ? [[name, createHash('sha256').update(value).digest('hex')]] : [],
    ),
  );

/**
 * The names of those that are others now.
 * @param {Record<string, string>} asked as of `askedSettings`
 * @param {NodeJS.ProcessEnv} env
 */
export const changedSettings = (asked, env) => {
  const now = askedSettings(env);
  const names = new Set([...Object.keys(asked), ...Object.keys(now)]);
  return [...names].filter((name) => asked[name] !== now[name]).sort();
};

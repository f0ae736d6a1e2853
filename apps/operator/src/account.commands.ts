import {
  identityCalls,
  repositoryCalls,
  type NamedAccount,
  type Purged,
  type PurgeRepositories,
} from '@holdfast/contracts';
import { UsageError } from './arguments.js';
import { command, context, json, type Calls } from './command.js';
import { fields } from './table.js';

export const resetPassword = command(
  'admin reset-password <company> <login> [--json]',
  2,
  {},
  ({ positionals: [company, login], options }) =>
    async (calls) => {
      const asked = { company, login } satisfies NamedAccount;
      const done = await calls.call(identityCalls.resetPassword, context(), asked);
      return options.json ? json(done) : fields(done);
    },
);

export const unlockAccount = command(
  'account unlock <company> <login> [--json]',
  2,
  {},
  ({ positionals: [company, login], options }) =>
    async (calls) => {
      const asked = { company, login } satisfies NamedAccount;
      const done = await calls.call(identityCalls.unlockAccount, context(), asked);
      return options.json ? json(done) : `failed logins of ${done.login} in ${done.company} are forgotten\n`;
    },
);

export const purge = command(
  'purge --older-than <days> [--json]',
  0,
  { 'older-than': 'value' },
  ({ options }) => {
    const days = options['older-than'];
    if (typeof days !== 'string' || !/^\d{1,5}$/.test(days))
      throw new UsageError('--older-than needs a number of days');
    return async (calls) => {
      const done = await purgeObjects(calls, Number(days));
      const all = { ...done, ...(await purgeRepositories(calls, Number(days))) };
      return options.json ? json(all) : fields(all);
    };
  },
);

const purgeObjects = async (calls: Calls, days: number): Promise<Omit<Purged, 'more'>> => {
  const all = { companies: 0, projects: 0, accounts: 0 };
  let isMore = true;
  while (isMore) {
    const { companies, projects, accounts, more } = await calls.call(identityCalls.purge, context(), {
      days,
    });
    all.companies += companies;
    all.projects += projects;
    all.accounts += accounts;
    isMore = more === true;
  }
  return all;
};

/** After the projects: what belonged to those that are gone goes with them. */
const purgeRepositories = async (
  calls: Calls,
  days: number,
): Promise<{ repositories: number; left?: number }> => {
  const all = { repositories: 0, left: 0 };
  let after: string | undefined;
  do {
    const asked: PurgeRepositories = { days, ...(after === undefined ? {} : { after }) };
    const done = await calls.call(repositoryCalls.purge, context(), asked);
    all.repositories += done.repositories;
    all.left += done.left;
    after = done.after;
  } while (after !== undefined);
  return all.left > 0 ? all : { repositories: all.repositories };
};

import { identityCalls, type CompanyLine, type CreatedCompany, type LimitCompany } from '@holdfast/contracts';
import { UsageError } from './arguments.js';
import { command, context, json, type Calls } from './command.js';
import type { OperatorEnv } from './operator.env.js';
import { fields, table } from './table.js';

/** What `access.json` holds and `company create --json` prints. */
export const accessOf = (env: OperatorEnv, made: CreatedCompany) => ({
  site_url: env.siteUrl,
  api_url: `${env.siteUrl}/api`,
  company: made.company,
  company_key: made.company_key,
  login: made.login,
  password: made.password,
  ssh_url: `ssh://${env.vendor}@${env.sshHost}:${env.sshPort}`,
});

export const createCompany = command(
  'company create <id> [--name <name>] [--login <login>] [--json]',
  1,
  { name: 'value', login: 'value' },
  ({ positionals: [id], options }) =>
    async (calls, env) => {
      const asked = { id, name: options.name, login: options.login };
      const made = await calls.call(identityCalls.createCompany, context(), asked);
      return options.json ? json(accessOf(env, made)) : fields(accessOf(env, made));
    },
);

export const listCompanies = command('company list [--json]', 0, {}, ({ options }) => async (calls) => {
  const companies = await everyCompany(calls);
  if (options.json) return json(companies);
  const rows = companies.map((each) => [
    each.id,
    each.name,
    String(each.users),
    String(each.projects),
    String(each.storage_used),
    each.storage_limit === null ? 'none' : String(each.storage_limit),
    each.created_at,
    each.deleted_at ?? '',
  ]);
  return table(
    ['ID', 'NAME', 'USERS', 'PROJECTS', 'STORED', 'STORAGE LIMIT', 'CREATED', 'DEACTIVATED'],
    rows,
  );
});

const everyCompany = async (calls: Calls): Promise<CompanyLine[]> => {
  const all: CompanyLine[] = [];
  for (;;) {
    const after = all.at(-1)?.id;
    const page = await calls.call(identityCalls.listCompanies, context(), { after });
    all.push(...page.companies);
    if (!page.more) return all;
  }
};

export const updateCompany = command(
  'company update <id> --storage-limit <bytes|none> [--json]',
  1,
  { 'storage-limit': 'value' },
  ({ positionals: [company], options }) => {
    const limit = options['storage-limit'];
    if (typeof limit !== 'string' || !/^(\d{1,15}|none)$/.test(limit))
      throw new UsageError('--storage-limit needs a number of bytes, or none');
    const asked: LimitCompany = { company, storage_limit: limit === 'none' ? null : Number(limit) };
    return async (calls) => {
      const done = await calls.call(identityCalls.limitCompany, context(), asked);
      return options.json ? json(done) : `${company} may store ${bytesOf(done.storage_limit)}\n`;
    };
  },
);

const bytesOf = (limit: number | null): string => (limit === null ? 'any number of bytes' : `${limit} bytes`);

export const deactivateCompany = command(
  'company deactivate <id> [--json]',
  1,
  {},
  ({ positionals: [company], options }) =>
    async (calls) => {
      const done = await calls.call(identityCalls.deactivateCompany, context(), {
        company,
      });
      return options.json ? json(done) : `${done.old_id} is deactivated; it stays as ${done.company}\n`;
    },
);

export const rotateKey = command(
  'key rotate <company> [--json]',
  1,
  {},
  ({ positionals: [company], options }) =>
    async (calls) => {
      const done = await calls.call(identityCalls.rotateKey, context(), { company });
      return options.json ? json(done) : fields(done);
    },
);

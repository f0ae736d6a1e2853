import { identityCalls, type CreateCompany, type CreatedCompany } from '@holdfast/contracts';
import { ownContext, type Rpc } from '@holdfast/platform/rpc';
import { parseArguments, UsageError } from './arguments.js';
import type { OperatorEnv } from './operator.env.js';

const usage = 'company create <id> [--name <name>] [--login <login>] [--json]';

/** What `access.json` holds and `--json` prints. */
export const accessOf = (env: OperatorEnv, made: CreatedCompany) => ({
  site_url: env.siteUrl,
  api_url: `${env.siteUrl}/api`,
  company: made.company,
  company_key: made.company_key,
  login: made.login,
  password: made.password,
  ssh_url: `ssh://${env.vendor}@${env.sshHost}:${env.sshPort}`,
});

export const createCompany = {
  usage,
  read: (given: string[]) => {
    const { positionals, options } = parseArguments(given, { name: 'value', login: 'value', json: 'flag' });
    if (positionals.length !== 1) throw new UsageError(`usage: holdfast ${usage}`);
    const asked = { id: positionals[0], name: options.name, login: options.login } as CreateCompany;
    return async (rpc: Rpc, env: OperatorEnv): Promise<string> => {
      const made = await rpc.call<CreatedCompany>(identityCalls.createCompany, ownContext('operator'), asked);
      const access = accessOf(env, made);
      if (options.json) return `${JSON.stringify(access)}\n`;
      const width = Math.max(...Object.keys(access).map((key) => key.length));
      return Object.entries(access)
        .map(([key, value]) => `${key.padEnd(width)}  ${value}\n`)
        .join('');
    };
  },
};

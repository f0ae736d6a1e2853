import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Api, must, type Answer } from '../clients/api.js';
import { ask } from '../clients/door.js';
import { WorkingCopy } from '../clients/git.js';
import { scratch } from '../scratch.js';
import { access, home } from '../system.js';
import { newCompany, Person } from '../world.js';
import { NormalForm } from './normal-form.js';
import type { Known } from './step.js';
import { steps } from './steps.js';

export interface Example {
  request: { method: string; path: string; body?: unknown };
  status: number;
  response: unknown;
}

/** Runs every operation once in a company of its own; answers each exchange in its normal form, by operation. */
export const runExamples = async (): Promise<Record<string, Example>> => walk(await newCompany());

/** The same in the company of this admin, which nobody has used. */
export const walk = async (admin: Person): Promise<Record<string, Example>> => {
  const known: Known = { company: admin.company, password: admin.password, keys: admin.keys, values: {} };
  const normal = new NormalForm([
    [access.site_url, 'https://holdfast.example.org'],
    [new URL(access.site_url).host, 'holdfast.example.org'],
    [access.ssh_url, 'ssh://svc@holdfast.example.org:2222'],
    [admin.company, 'acme'],
    [admin.password, 'Sturdy4Knots'],
    ['127.0.0.1', '192.0.2.1'],
  ]);
  const made: Record<string, Example> = {};
  for (const { operation, method, path, body, nobody, after } of steps) {
    const address = typeof path === 'function' ? path(known) : path;
    const sent = typeof body === 'function' ? body(known) : body;
    const api = nobody ? new Api() : new Api(known.keys);
    const answer = await api.request(method, address, sent);
    if (answer.status >= 400) throw new Error(`${operation}: ${method} ${address} answered ${answer.text}`);
    await after?.(known, answer.body, { pushed: pushed(admin), deployed: deployed(admin), mailed });
    const request = { method, path: address, ...(sent === undefined ? {} : { body: sent }) };
    const response = answer.text.startsWith('{') ? answer.body : readable(answer);
    made[operation] = normal.of({ request, status: answer.status, response });
  }
  return made;
};

/** Text as it is; of what is none, its type. */
const readable = ({ text, headers }: Answer): string => {
  const type = headers.get('content-type') ?? '';
  return type.startsWith('text/') ? text : `(bytes of the type ${type})`;
};

/** Pushes commits that are the same in every run; answers the id of the last. */
const pushed =
  (admin: Person) =>
  async (project: string, repository: string): Promise<string> => {
    const url = `${access.site_url}/${admin.company}/projects/${project}/repositories/git/${repository}`;
    const copy = await WorkingCopy.make(await scratch());
    await copy.commit('README.md', '# Demo\n');
    const commit = await copy.commit('docs/guide.md', '# Guide\n');
    const { status, output } = await copy.push(admin.in(url), 'HEAD:refs/heads/main');
    if (status !== 0) throw new Error(output);
    // The catalogue tells of the push a moment later, and examples are the same in every run.
    for (;;) {
      const { pushed_at: at } = await must(admin.api.get(`/projects/${project}/repositories/${repository}`));
      if (at !== null) return commit;
      await setTimeout(20);
    }
  };

/** Makes a repository of artifacts, and puts a file into it that is the same in every run. */
const deployed =
  (admin: Person) =>
  async (project: string, id: string, path: string): Promise<void> => {
    const made = await must(admin.api.post(`/projects/${project}/repositories`, { id, type: 'maven' }), 201);
    const { status } = await ask('PUT', `${String(made.http_url)}/${path}`, admin, { body: 'example' });
    if (status !== 201) throw new Error(`${path} was answered ${status}`);
  };

/** The token in the mail to the address; it is sent after the answer. */
const mailed = async (address: string): Promise<string> => {
  const spool = join(home, 'mail');
  for (const end = Date.now() + 10_000; Date.now() < end; await setTimeout(50)) {
    // What is still being written has another name, and is gone a moment later.
    for (const name of readdirSync(spool).filter((each) => each.endsWith('.eml'))) {
      const mail = readFileSync(join(spool, name), 'utf8').replace(/=\r?\n/g, '');
      const token = mail.includes(address) ? /[0-9a-f]{64}/.exec(mail)?.[0] : undefined;
      if (token) return token;
    }
  }
  throw new Error(`no mail to ${address}`);
};

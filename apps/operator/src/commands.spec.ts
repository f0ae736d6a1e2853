import { DomainError, type CallContext } from '@holdfast/kernel';
import type { Calls } from './command.js';
import { commandOf, commands } from './commands.js';
import { explain } from './explain.js';
import { readOperatorEnv } from './operator.env.js';
import { placeReader } from './repository-place.js';

const env = readOperatorEnv({
  NATS_URL: 'nats://127.0.0.1:4222',
  HOLDFAST_SITE_URL: 'https://code.example.com/',
  HOLDFAST_SSH_PORT: '2022',
});

/** A service that answers from a list and keeps what it was asked. */
const answering = (...answers: unknown[]) => {
  const asked: { subject: string; input: unknown }[] = [];
  const calls: Calls = {
    call: <T>(subject: string, _ctx: CallContext, input: unknown) => {
      asked.push({ subject, input });
      return Promise.resolve(answers.shift() as T);
    },
  };
  return { asked, calls };
};

const run = async (line: string, calls: Calls): Promise<string> => {
  const printed = await commandOf(line.split(' '))(calls, env);
  return typeof printed === 'string' ? printed : `ALARM ${printed.alarm}`;
};

const created = { company: 'acme', company_key: 'k'.repeat(32), login: 'admin', password: 'Secret123' };

describe('the command line', () => {
  it('creates a company and prints how to get in, as JSON', async () => {
    const { calls, asked } = answering(created);
    expect(JSON.parse(await run('company create acme --json --name Acme', calls))).toEqual({
      site_url: 'https://code.example.com',
      api_url: 'https://code.example.com/api',
      company: 'acme',
      company_key: 'k'.repeat(32),
      login: 'admin',
      password: 'Secret123',
      ssh_url: 'ssh://svc@code.example.com:2022',
    });
    expect(asked[0].input).toEqual({ id: 'acme', name: 'Acme', login: undefined });
  });

  it('prints the same for people', async () => {
    expect(await run('company create acme', answering(created).calls)).toContain('password     Secret123\n');
  });

  it('lists all companies, however many pages there are', async () => {
    const line = (id: string) => ({
      ...{ id, uuid: id, name: id, users: 1, projects: 0, created_at: 'now' },
      ...{ storage_limit: null, storage_used: 5 },
    });
    const { calls, asked } = answering(
      { companies: [line('a')], more: true },
      { companies: [line('b')], more: false },
    );
    expect(await run('company list', calls)).toMatch(/^ID .*\na .*\nb .*\n$/);
    expect(asked.map(({ input }) => input)).toEqual([{ after: undefined }, { after: 'a' }]);
  });

  it.each([
    [
      'admin reset-password acme admin --json',
      'identity.account.reset_password.v1',
      { company: 'acme', login: 'admin' },
    ],
    ['account unlock acme admin --json', 'identity.account.unlock.v1', { company: 'acme', login: 'admin' }],
    ['company deactivate acme --json', 'identity.company.deactivate.v1', { company: 'acme' }],
    [
      'company update acme --storage-limit 1000 --json',
      'identity.company.limit_storage.v1',
      { company: 'acme', storage_limit: 1000 },
    ],
    [
      'company update acme --storage-limit=none --json',
      'identity.company.limit_storage.v1',
      { company: 'acme', storage_limit: null },
    ],
    ['job stop u', 'repository.job.stop.v1', { job: 'u' }],
    ['key rotate acme --json', 'identity.company.rotate_key.v1', { company: 'acme' }],
  ])('%s asks %s', async (line, subject, input) => {
    const { calls, asked } = answering({ done: true });
    if (line.endsWith('--json')) expect(await run(line, calls)).toBe('{"done":true}\n');
    else await run(line, calls);
    expect(asked).toEqual([{ subject, input }]);
  });

  it('purges repositories after everything else, however often it has to ask', async () => {
    const { calls, asked } = answering(
      { companies: 1, accounts: 0, projects: 1_000, more: true },
      { companies: 0, accounts: 2, projects: 1 },
      { repositories: 3, left: 0, after: 'r3' },
      { repositories: 1, left: 0 },
    );
    expect(JSON.parse(await run('purge --older-than 30 --json', calls))).toEqual({
      ...{ companies: 1, accounts: 2, projects: 1_001 },
      repositories: 4,
    });
    expect(asked).toEqual([
      { subject: 'identity.purge.run.v1', input: { days: 30 } },
      { subject: 'identity.purge.run.v1', input: { days: 30 } },
      { subject: 'repository.purge.run.v1', input: { days: 30 } },
      { subject: 'repository.purge.run.v1', input: { days: 30, after: 'r3' } },
    ]);
  });

  it('tells how far the events of each service have come', async () => {
    const report = (service: string) => ({
      ...{ service, waiting: 2, lag: 1.5, stream: { messages: 3, bytes: 400 }, dead: 1 },
      consumers: [{ name: 'identity_feed', backlog: 7 }, { name: 'identity_hooks' }],
      metrics: `holdfast_of_${service} 1\n`,
    });
    const reports = () => answering(report('identity'), report('repository'), report('artifact'));
    const { calls, asked } = reports();
    const told = await run('events status', calls);
    expect(told).toMatch(
      /EVENTS OF IDENTITY *\nwaiting to be published +2, for 2 s\nkept by the broker +3, 400 bytes\nnot yet heard by identity_feed +7\nnot yet heard by identity_hooks +unknown\ngiven up \(dead letters\) +1\n\nEVENTS OF REPOSITORY/,
    );
    // It records none, so that the broker keeps none of it.
    expect(told).toMatch(/EVENTS OF ARTIFACT *\nwaiting to be published +2, for 2 s\nnot yet heard/);
    expect(asked.map(({ subject }) => subject)).toEqual([
      'identity.event.report.v1',
      'repository.event.report.v1',
      'artifact.event.report.v1',
    ]);
    expect(await run('events status --metrics', reports().calls)).toBe(
      'holdfast_of_identity 1\n\nholdfast_of_repository 1\n\nholdfast_of_artifact 1\n',
    );
    expect(JSON.parse(await run('events status --json', reports().calls))).toHaveLength(3);
  });

  it('shows the storage nodes', async () => {
    const node = {
      ...{ name: 'node-1', state: 'away', draining: true, repositories: 3, stored: 40 },
      ...{ room: 5, reserve: 6, transfers: 7, kinds: ['git', 'hg'] },
    };
    const { calls, asked } = answering({ nodes: [node] }, { nodes: [node] });
    expect(await run('node list', calls)).toMatch(
      /^NODE .*\nnode-1 +away, draining +3 +40 +5 +6 +7 +git hg\n$/,
    );
    expect(asked.map(({ subject }) => subject)).toEqual(['repository.node.list.v1']);
    expect(JSON.parse(await run('node list --json', calls))).toEqual([node]);
  });

  it('shows jobs with how far they are, or why they failed', async () => {
    const job = (more: object) => ({
      ...{
        uuid: 'u',
        kind: 'verify',
        node: 'node-1',
        state: 'running',
        percent: null,
        doing: '',
        error: null,
      },
      ...{ repository: { id: 'code' }, asked_at: 'then' },
      ...more,
    });
    const jobs = [
      job({ percent: 7, doing: 'objects' }),
      job({ state: 'failed', error: 'it was cut off' }),
      job({ state: 'queued' }),
    ];
    const { calls, asked } = answering({ jobs, count: 5 }, { jobs: [], count: 0 });
    expect(await run('job list', calls)).toMatch(
      /^JOB .*\nu .* code .* running .* 7 % objects\nu .* failed .* it was cut off\nu .* queued +then\nand 2 more\n$/,
    );
    expect(JSON.parse(await run('job list --all --json', calls))).toEqual({ jobs: [], count: 0 });
    expect(asked.map(({ input }) => input)).toEqual([{ open: true }, { open: false }]);
  });

  it('says how many repositories could not be purged', async () => {
    const { calls } = answering({ companies: 0, projects: 0, accounts: 0 }, { repositories: 0, left: 2 });
    expect(await run('purge --older-than=0', calls)).toBe(
      'companies     0\nprojects      0\naccounts      0\nrepositories  0\nleft          2\n',
    );
  });

  it('names every command in its help', async () => {
    const help = await run('--help', answering().calls);
    for (const name of Object.keys(commands)) expect(help).toContain(`holdfast ${name} `);
  });

  it.each([
    'company',
    'company create',
    'company create a b',
    'company create a --nonsense',
    'company update a',
    'company update a --storage-limit much',
    'company create a --json=yes',
    'company create a --name',
    'purge',
    'purge --older-than soon',
    'nonsense',
    'constructor',
  ])('refuses "%s"', (line) => {
    expect(() => commandOf(line.split(' '))).toThrow(/usage|option|value|unknown|needs/);
  });

  it('finds a repository by the names of what it is in', async () => {
    const { calls, asked } = answering({ company: 'c', project: 'p' });
    expect(await placeReader('acme/demo/team/core')(calls)).toEqual({
      ...{ company: 'c', project: 'p', repository: 'team/core' },
    });
    expect(asked).toEqual([
      { subject: 'identity.project.named.v1', input: { company: 'acme', project: 'demo' } },
    ]);
    for (const text of ['', 'acme/demo', 'acme//code', 'acme/demo/'])
      expect(() => placeReader(text)).toThrow('<company>/<project>/<repository>');
  });

  it('explains a refusal in one line', () => {
    const refusal = DomainError.invalid({ id: { reserved: true }, name: { minimum: 2 } });
    expect(explain(refusal)).toBe('id is in use or reserved; name is under the minimum of 2');
    expect(explain(new DomainError('not_found', { reason: 'there is no company of this id' }))).toBe(
      'there is no company of this id',
    );
  });
});

/** @apart Takes calls of the artifact service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { NatsConnection } from '@nats-io/transport-node';
import { parts, ProcessDoors, type ServiceProcess } from '../clients/process-doors.js';
import { access, home } from '../system.js';
import { companyAdmin } from '../world.js';

const services = ['identity', 'repository', 'artifact'] as const;

describe('A process that was broken into', () => {
  const connections: NatsConnection[] = [];
  let principal: object;

  const as = async (part: ServiceProcess): Promise<NatsConnection> => {
    const connection = await new ProcessDoors(part).broker();
    connections.push(connection);
    return connection;
  };
  /** What it gets for a call with the context of a company admin that it makes up. */
  const ask = async (part: ServiceProcess, subject: string, input: object): Promise<string> => {
    const connection = await as(part);
    const ctx = { requestId: 'intruder', deadline: Date.now() + 5_000, principal };
    return connection.request(subject, JSON.stringify({ ctx, input }), { timeout: 5_000 }).then(
      (answer) => answer.string(),
      (refusal: Error) => refusal.message,
    );
  };

  beforeAll(async () => {
    const { api } = await companyAdmin();
    const [user, company] = [(await api.get('/users/me')).body, (await api.get('/company')).body];
    principal = {
      company: { uuid: company.uuid, id: company.id },
      account: { uuid: user.uuid, id: user.id, type: 'user', email: user.email, name: user.id },
      companyAdmin: true,
      credential: 'made up',
    };
  });

  afterEach(() => Promise.all(connections.splice(0).map((connection) => connection.close())));

  it.each([
    ['identity.company.create.v1', { id: 'intruders' }],
    ['identity.account.reset_password.v1', { company: access.company, login: access.login }],
    ['identity.company.rotate_key.v1', { company: access.company }],
    ['identity.purge.run.v1', { days: 100_000 }],
    ['identity.user.list.v1', { params: {}, list: { offset: 0, limit: 10 } }],
    ['identity.user.update.v1', { params: { id: access.login }, body: { phone: '1' } }],
    ['identity.session.authenticate.v1', { companyKey: access.company_key, accountKeyHash: '0'.repeat(64) }],
    ['identity.reference.expand.v1', { object: 'user', uuids: [] }],
  ])('as a service has no answer to %s', async (subject, input) => {
    for (const part of services) expect(await ask(part, subject, input)).toMatch(/permissions violation/i);
  });

  it('as the gateway has no answer to a command of the operator', async () => {
    const asked = { company: access.company, login: access.login };
    expect(await ask('gateway', 'identity.account.reset_password.v1', asked)).toMatch(
      /permissions violation/i,
    );
    expect(await ask('gateway', 'identity.health.check.v1', {})).toContain('"up":true');
  });

  it('cannot say that a service forget what it knows, nor hear what others are told', async () => {
    const artifact = await as('artifact');
    const refused: string[] = [];
    void (async () => {
      for await (const status of artifact.status())
        if (status.type === 'error') refused.push(status.error.message);
    })();
    artifact.publish('event.identity.access.changed', '{}');
    for (const subject of ['_INBOX_gateway.>', 'identity.session.authenticate.v1', '>'])
      artifact.subscribe(subject, { queue: 'identity', callback: () => undefined });
    await artifact.flush();
    await artifact.flush();
    expect(refused).toHaveLength(4);
    for (const each of refused) expect(each).toMatch(/permissions violation/i);
  });

  it('cannot make others deaf by what nobody can read', async () => {
    const artifact = await as('artifact');
    for (const text of ['{', 'null', '{"event":7}', '']) artifact.publish('event.artifact.pulse.v1', text);
    await artifact.flush();
    for (let n = 0; n < 3; n += 1)
      expect((await (await companyAdmin()).api.get('/users/me')).status).toBe(200);
  });

  it('cannot have another service answer what the gateway asked', async () => {
    const { api } = await companyAdmin();
    const artifact = await as('artifact');
    const inboxes: string[] = [];
    const up = JSON.stringify({ value: { service: 'artifact', up: true, parts: {} } });
    artifact.subscribe('artifact.health.check.v1', {
      queue: 'artifact',
      callback: (_fault, message) => {
        if (message.reply) inboxes.push(message.reply);
        message.respond(up);
      },
    });
    await artifact.flush();
    // The gateway looks anew a moment after it has looked.
    for (let n = 0; n < 40 && inboxes.length < 2; n += 1) {
      await fetch(`${access.site_url}/health/ready`);
      await pause(600);
    }
    const [, inbox, token] = /^(.*\.)([^.]+)$/.exec(inboxes.at(-1) ?? '') ?? [];
    expect(token).toBeDefined();
    const ctx = { requestId: 'intruder', deadline: Date.now() + 5_000 };
    const question = JSON.stringify({ ctx, input: { company: '', account: '', credential: '' } });
    const answers = Array.from({ length: 20 }, () => api.get('/users/me'));
    for (let next = 1; next < 100; next += 1)
      artifact.publish('identity.account.rights.v1', question, {
        reply: `${inbox}${(parseInt(token, 36) + next).toString(36)}`,
      });
    await artifact.flush();
    for (const { status, body } of await Promise.all(answers))
      expect({ status, ...body }).toMatchObject({ status: 200, id: access.login });
  });

  it.each(parts)('(%s) holds nothing in its environment that opens the door of another', (part) => {
    const environment = JSON.stringify(new ProcessDoors(part).environment);
    for (const other of parts.filter((each) => each !== part)) {
      const { secrets } = new ProcessDoors(other);
      expect(secrets.length).toBeGreaterThan(0);
      expect(secrets.filter((secret) => environment.includes(secret))).toEqual([]);
    }
  });

  it('finds no password of a process where the operator looks how the installation is reached', () => {
    const text = readFileSync(join(home, 'run/instance.json'), 'utf8');
    const secrets = parts.flatMap((part) => new ProcessDoors(part).secrets);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});

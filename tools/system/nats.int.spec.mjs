import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { natsPart } from './nats.mjs';
import { freePort } from './ports.mjs';

// A nats-server of its own, with the configuration of an installation.
describe('the broker of an installation', () => {
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-nats-'));
  const connections = [];
  let part;
  let servers;

  const as = async (user, options = {}) => {
    const connection = await connect({
      servers,
      user,
      pass: `secret-${user}`,
      inboxPrefix: `_INBOX_${user}`,
      reconnect: false,
      ...options,
    });
    connections.push(connection);
    return connection;
  };

  beforeAll(async () => {
    const port = await freePort();
    servers = `127.0.0.1:${port}`;
    part = natsPart({
      directory,
      port,
      passwordOf: (user) => `secret-${user}`,
      log: () => {},
      pidFile: join(directory, 'nats.pid'),
      environment: process.env,
    });
    part.start();
    await part.whenReady(10_000);
  });

  afterEach(async () => {
    await Promise.all(connections.splice(0).map((connection) => connection.close()));
  });

  afterAll(async () => {
    await part.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  it('carries a question of the gateway to a service, and the answer back', async () => {
    const identity = await as('identity');
    identity.subscribe('identity.account.show.v1', {
      queue: 'identity',
      callback: (error, message) => void (error ?? message.respond('shown')),
    });
    await identity.flush();
    const gateway = await as('gateway');
    expect((await gateway.request('identity.account.show.v1', '', { timeout: 2_000 })).string()).toBe(
      'shown',
    );
  });

  it('takes messages of up to 8 MiB', async () => {
    const gateway = await as('gateway');
    expect(gateway.info.max_payload).toBe(8 * 1024 * 1024);
  });

  const refusal = async (user, use) => {
    const connection = await as(user);
    const refused = (async () => {
      for await (const status of connection.status())
        if (status.type === 'error') return status.error.message;
      return 'closed';
    })();
    use(connection);
    return refused;
  };
  const ignore = { callback: () => {} };

  it.each([
    ['the gateway', 'gateway', '_INBOX_identity.>'],
    ['identity', 'identity', '_INBOX.>'],
    ['repository', 'repository', 'identity.>'],
    ['the operator', 'operator', 'event.>'],
    ['the gateway', 'gateway', '>'],
  ])('does not let %s (%s) hear %s', async (_who, user, subject) => {
    expect(await refusal(user, (connection) => connection.subscribe(subject, ignore))).toMatch(
      /permissions violation/i,
    );
  });

  it.each([
    ['the gateway', 'gateway', 'event.identity.account.changed.v1'],
    ['repository', 'repository', 'event.identity.account.changed.v1'],
    ['identity', 'identity', 'artifact.file.delete.v1'],
    ['artifact', 'artifact', '_INBOX_gateway.x'],
  ])('does not let %s (%s) say %s', async (_who, user, subject) => {
    expect(await refusal(user, (connection) => connection.publish(subject, ''))).toMatch(
      /permissions violation/i,
    );
  });

  it('knows nobody without the password', async () => {
    await expect(as('gateway', { pass: 'guessed' })).rejects.toThrow(/authorization/i);
  });
});

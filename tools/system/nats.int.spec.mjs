import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { brokerUsers } from './nats-permissions.mjs';
import { natsPart } from './nats.mjs';
import { freePort } from './ports.mjs';

/** @import { ConnectionOptions, NatsConnection } from '@nats-io/transport-node' */
/** @typedef {(connection: NatsConnection) => void} Use */

// A nats-server of its own, with the configuration of an installation.
describe('the broker of an installation', () => {
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-nats-'));
  /** @type {NatsConnection[]} */
  const connections = [];
  /** @type {import('./part.mjs').Part} */
  let part;
  /** @type {import('./nats-permissions.mjs').BrokerUser[]} */
  let users;
  /** @type {string} */
  let servers;

  /** @param {string} user @param {ConnectionOptions} [options] */
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
    users = await brokerUsers();
    part = await natsPart({
      directory,
      port,
      logins: users.map(({ name }) => ({ name, user: name, password: `secret-${name}` })),
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
    identity.subscribe('identity.user.show.v1', {
      queue: 'identity',
      callback: (error, message) => void (error ?? message.respond('shown')),
    });
    await identity.flush();
    const gateway = await as('gateway');
    expect((await gateway.request('identity.user.show.v1', '', { timeout: 2_000 })).string()).toBe('shown');
  });

  it('takes messages of up to 8 MiB', async () => {
    const gateway = await as('gateway');
    expect(gateway.info?.max_payload).toBe(8 * 1024 * 1024);
  });

  /** @param {string} name */
  const userNamed = (name) => {
    const user = users.find((each) => each.name === name);
    if (!user) throw new Error(`no user ${name}`);
    return user;
  };

  /** What the broker refuses of what `use` does, in its order. @param {string} user @param {Use} use */
  const refusals = async (user, use) => {
    const connection = await as(user);
    /** @type {string[]} */
    const refused = [];
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error')
          refused.push(status.error.message.match(/"([^"]+)"/)?.[1] ?? status.error.message);
    })();
    use(connection);
    await connection.flush();
    // What the broker said to the last of it is here with the answer to a second ping at the latest.
    await connection.flush();
    return refused;
  };
  const ignore = { callback: () => {} };
  /** A subject as somebody would use it: with a node's name. @param {string} subject */
  const used = (subject) => subject.replace(/\*$/, 'node-1').replace(/>$/, '1.1.1.1.1');
  /** @param {string} subject */
  const words = (subject) => used(subject).split(' ');
  const names = ['identity', 'repository', 'artifact', 'gateway', 'operator'];
  /** @param {'publish' | 'subscribe'} kind */
  const everything = (kind) =>
    [...new Set(users.flatMap((user) => user[kind]))].filter((each) => !each.startsWith('_'));
  /** @param {string[]} subjects @returns {Use} */
  const say = (subjects) => (connection) =>
    subjects.forEach((subject) => connection.publish(used(subject), ''));

  it.each(names)('lets %s say what is declared for it', async (name) => {
    const { publish } = userNamed(name);
    expect(await refusals(name, say(publish))).toEqual([]);
  });

  it.each(names)(
    'lets %s say nothing else: no call, no event, no answer, no word to the streams',
    async (name) => {
      const { publish } = userNamed(name);
      const declared = [
        ...everything('publish'),
        ...everything('subscribe').map((each) => each.split(' ')[0]),
      ];
      const others = [...new Set(declared)].filter((subject) => !publish.includes(subject));
      const foreign = [
        ...others.map(used),
        ...[
          '_INBOX_gateway.x',
          '_INBOX_identity.x',
          '_INBOX_other.x',
          `${name}.user.list.v2`,
          'event.identity.other',
        ],
        ...['$JS.API.INFO', '$JS.API.STREAM.CREATE.S', '$SYS.REQ.SERVER.PING', 'anything'],
      ];
      expect(await refusals(name, say(foreign))).toEqual(foreign);
    },
  );

  it.each(names)('lets %s hear its calls in its queue group, its events and its inbox', async (name) => {
    const { subscribe } = userNamed(name);
    /** @type {Use} */
    const listen = (connection) => {
      for (const [subject, queue] of subscribe.map(words))
        connection.subscribe(subject, { ...ignore, queue });
    };
    expect(await refusals(name, listen)).toEqual([]);
  });

  it.each(names)('lets %s hear nothing else', async (name) => {
    const { subscribe } = userNamed(name);
    const others = everything('subscribe')
      .filter((subject) => !subscribe.includes(subject))
      .map((subject) => words(subject)[0]);
    const foreign = [
      ...others,
      ...names.filter((other) => other !== name).map((other) => `_INBOX_${other}.>`),
      ...['_INBOX.>', '>', 'event.>', `${name}.>`, '$SYS.>', '$JS.API.>'],
    ];
    /** @type {Use} */
    const listen = (connection) => foreign.forEach((subject) => connection.subscribe(subject, ignore));
    expect(await refusals(name, listen)).toEqual(foreign);
  });

  it.each(['identity', 'repository', 'artifact'])(
    'lets %s serve in its own queue group only',
    async (name) => {
      const { subscribe } = userNamed(name);
      const served = subscribe.map(words).filter(([, queue]) => queue);
      /** @param {string | undefined} queue @returns {Use} */
      const listen = (queue) => (connection) =>
        served.forEach(([subject]) => connection.subscribe(subject, { ...ignore, queue }));
      const subjects = served.map(([subject]) => subject);
      expect(await refusals(name, listen(undefined))).toEqual(subjects);
      expect(await refusals(name, listen('another'))).toEqual(subjects);
    },
  );

  it('takes one answer to a call', async () => {
    /** @type {string[]} */
    const heard = [];
    const gateway = await as('gateway');
    gateway.subscribe('_INBOX_gateway.one', {
      callback: (_error, message) => void heard.push(message.string()),
    });
    await gateway.flush();
    const refused = await refusals('artifact', (artifact) => {
      artifact.subscribe('artifact.file.decide.v1', {
        queue: 'artifact',
        callback: (_error, message) => ['first', 'second'].forEach((answer) => message.respond(answer)),
      });
      void artifact
        .flush()
        .then(() => gateway.publish('artifact.file.decide.v1', '', { reply: '_INBOX_gateway.one' }));
    });
    while (heard.length + refused.length < 2) await new Promise((done) => setTimeout(done, 10));
    expect(heard).toEqual(['first']);
    expect(refused).toEqual(['_INBOX_gateway.one']);
  });

  it('knows nobody without the password', async () => {
    await expect(as('gateway', { pass: 'guessed' })).rejects.toThrow(/authorization/i);
  });
});

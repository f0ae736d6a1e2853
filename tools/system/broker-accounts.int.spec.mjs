import { allDomainEvents, brokerUserNames, recorderOf } from '@holdfast/contracts';
import { BrokerOfSpec } from './nats.fixture.mjs';

/** @import { NatsConnection } from '@nats-io/transport-node' */
/** @typedef {{ error?: { err_code: number }, state?: { subjects?: Record<string, number> } }} ApiAnswer */

// The broker speaks for others: it answers where a question says, and passes on what its streams take.
describe('what the broker says for a part that was broken into', () => {
  const broker = new BrokerOfSpec();
  const { as, refusals, toStreams, userNamed } = broker;
  /** A subject as somebody would use it: with a node's name, and its queue group. @param {string} subject */
  const words = (subject) => subject.replace(/\*/, 'node-1').split(' ');

  beforeAll(() => broker.start());
  afterEach(() => broker.leave());
  afterAll(() => broker.stop());

  const target = 'identity.account.reset_password.v1';
  /** What arrives for the target and inboxes of others while `use` is at work. @param {() => Promise<void>} use */
  const arriving = async (use) => {
    const test = await as('test');
    /** @type {string[]} */
    const heard = [];
    for (const subject of [target, '_INBOX_gateway.>', 'event.>'])
      test.subscribe(subject, { callback: (_error, message) => void heard.push(message.subject) });
    await test.flush();
    await use();
    await test.flush();
    return heard;
  };

  it.each(brokerUserNames)(
    'gives %s no right by a question to itself that names where to answer',
    async (name) => {
      const { publish, subscribe } = userNamed(name);
      const served = subscribe.slice(1).map(words);
      const own = publish.filter((subject) => served.some(([each]) => each === words(subject)[0]));
      /** @type {string[]} */
      const reached = [];
      /** @type {string[]} */
      let refused = [];
      const heard = await arriving(async () => {
        refused = await refusals(name, (connection) => {
          for (const [subject, queue] of served)
            connection.subscribe(subject, {
              queue,
              callback: (_error, message) => {
                reached.push(message.subject);
                message.respond('forged');
              },
            });
          for (const subject of own) connection.publish(words(subject)[0], '', { reply: target });
        });
      });
      expect(heard.filter((each) => each === target)).toEqual([]);
      expect(reached).toEqual(own.map((subject) => words(subject)[0]));
      expect(refused).toEqual(own.map(() => target));
    },
  );

  const recorders = [...new Set(allDomainEvents.map(recorderOf))];
  /** @param {string} name */
  const streamsOf = (name) => {
    const { streams } = userNamed(name);
    if (!streams) throw new Error(`${name} has no streams`);
    return streams;
  };
  /** @param {NatsConnection} connection @param {string} word @param {object} settings */
  const ask = async (connection, word, settings) =>
    /** @type {ApiAnswer} */ (
      (await connection.request(`$JS.API.${word}`, JSON.stringify(settings), { timeout: 2_000 })).json()
    );
  /** Makes the stream of a service's events what the settings say. @param {string} name @param {object} settings */
  const keepStream = async (name, settings) => {
    const connection = await toStreams(name);
    const all = { name: `FACTS_${name}`, ...settings };
    await ask(connection, `STREAM.CREATE.FACTS_${name}`, all);
    const { error } = await ask(connection, `STREAM.UPDATE.FACTS_${name}`, all);
    expect(error).toBeUndefined();
    return connection;
  };
  /** A subject on which a service puts an event into its stream. @param {string} name */
  const fact = (name) => streamsOf(name).publish.find((each) => each.startsWith('fact.')) ?? '';

  it.each(recorders)(
    'lets %s make of its streams what it wants: what they say stays in its account',
    async (name) => {
      const stream = `FACTS_${name}`;
      const heard = await arriving(async () => {
        const connection = await keepStream(name, {
          subjects: ['fact.>'],
          republish: { src: fact(name), dest: target },
        });
        for (const reply of [target, '_INBOX_gateway.x', 'event.identity.access.changed']) {
          connection.publish(fact(name), '{"ctx":{},"input":{}}', { reply });
          connection.publish(`$JS.API.STREAM.INFO.${stream}`, '', { reply });
        }
        await connection.request(fact(name), 'the last', { timeout: 2_000 });
      });
      expect(heard).toEqual([]);
    },
  );

  it('lets no stream take what others say, neither to streams of theirs nor to each other', async () => {
    const identity = await keepStream('identity', { subjects: ['fact.>', 'identity.>', '_INBOX_gateway.>'] });
    const repository = await keepStream('repository', { subjects: ['fact.repository.>'] });
    const gateway = await as('gateway');
    gateway.publish('identity.user.update.v1', 'a secret', { reply: '_INBOX_gateway.x' });
    await gateway.flush();
    await repository.request(fact('repository'), '', { timeout: 2_000 });
    await identity.request(fact('identity'), '', { timeout: 2_000 });
    const { state } = await ask(identity, 'STREAM.INFO.FACTS_identity', { subjects_filter: '>' });
    expect(Object.keys(state?.subjects ?? {})).toEqual([fact('identity')]);
  });

  it('keeps no streams where the parts ask each other', async () => {
    expect(await ask(await as('test'), 'INFO', {})).toMatchObject({ error: { err_code: 10039 } });
  });
});

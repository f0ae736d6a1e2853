import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { BrokerOfSpec } from './nats.fixture.mjs';

/** @import { NatsConnection } from '@nats-io/transport-node' */
/** @import { BrokerUser } from './nats-permissions.mjs' */
/** @typedef {{ error?: { err_code: number }, state?: { messages: number } }} ApiAnswer */

const next = '$JS.API.CONSUMER.MSG.NEXT.FACTS_repository.identity_feed';
const settle = '$JS.ACK.FACTS_repository.identity_feed.>';
const fact = 'fact.repository.repository.created.v1';

/** As if identity heard events of the repository service. @param {BrokerUser[]} users @returns {BrokerUser[]} */
const hearing = (users) =>
  users.map((user) => {
    const { name, streams } = user;
    if (!streams) return user;
    if (name === 'repository') return user;
    const imports = [next, settle].map((subject) => ({ from: 'EVENTS_repository', subject }));
    return { ...user, streams: { ...streams, publish: [...streams.publish, next, settle], imports } };
  });

describe('a service that hears the events of another', () => {
  const broker = new BrokerOfSpec();
  const { toStreams } = broker;
  const timeout = { timeout: 2_000 };
  /** @param {NatsConnection} connection @param {string} word @param {object} [settings] */
  const ask = async (connection, word, settings) =>
    /** @type {ApiAnswer} */ (
      (await connection.request(`$JS.API.${word}`, settings ? JSON.stringify(settings) : '', timeout)).json()
    );
  /** @param {NatsConnection} repository */
  const messages = async (repository) =>
    (await ask(repository, 'STREAM.INFO.FACTS_repository')).state?.messages;
  const one = JSON.stringify({ batch: 1, expires: 1e9 });

  beforeAll(() => broker.start(hearing));
  beforeEach(async () => {
    const [identity, repository] = await Promise.all(['identity', 'repository'].map(toStreams));
    const stream = { name: 'FACTS_repository', subjects: ['fact.repository.>'], retention: 'interest' };
    await ask(repository, 'STREAM.CREATE.FACTS_repository', stream);
    const config = { durable_name: 'identity_feed', ack_policy: 'explicit' };
    const place = { stream_name: 'FACTS_repository', config };
    await ask(repository, 'CONSUMER.CREATE.FACTS_repository.identity_feed', place);
    await ask(identity, 'STREAM.CREATE.FACTS_identity', {
      name: 'FACTS_identity',
      subjects: ['fact.identity.>'],
    });
  });
  afterEach(() => broker.leave());
  afterAll(() => broker.stop());

  it('takes them out of the account of who records them, and settles them', async () => {
    const [identity, repository] = await Promise.all(['identity', 'repository'].map(toStreams));
    await repository.request(fact, 'made', timeout);
    const taken = await identity.request(next, one, { ...timeout, noMux: true });
    expect([taken.subject, taken.string()]).toEqual([fact, 'made']);
    await identity.request(taken.reply ?? '', '+ACK', timeout);
    expect(await messages(repository)).toBe(0);
  });

  it('cannot have the streams of the other say or do anything else by where the answer goes', async () => {
    const [identity, repository] = await Promise.all(['identity', 'repository'].map(toStreams));
    const nothing = JSON.stringify({ batch: 1, no_wait: true });
    for (const reply of ['STREAM.DELETE.FACTS_repository', 'STREAM.PURGE.FACTS_repository'])
      identity.publish(next, nothing, { reply: `$JS.API.${reply}` });
    identity.publish(next, nothing, { reply: fact });
    await repository.request(fact, 'made', timeout);
    identity.publish(next, one, { reply: fact });
    await identity.flush();
    await repository.flush();
    expect(await messages(repository)).toBe(1);
    expect((await ask(identity, 'STREAM.INFO.FACTS_identity')).error).toBeUndefined();
  });

  it('finds what waited in the one account of earlier code', async () => {
    const before = await messages(await toStreams('repository'));
    expect(before).toBe(1);
    await broker.pause();
    const store = join(broker.directory, 'jetstream', 'jetstream');
    mkdirSync(join(store, '$G', 'streams'), { recursive: true });
    const place = (/** @type {string} */ account) => join(store, account, 'streams', 'FACTS_repository');
    renameSync(place('EVENTS_repository'), place('$G'));
    await broker.start(hearing);
    expect(await messages(await toStreams('repository'))).toBe(before);
  });
});

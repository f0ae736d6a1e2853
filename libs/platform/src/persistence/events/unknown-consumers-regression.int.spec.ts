import { eventStreamOf } from '@holdfast/contracts';
import { uuidv7 } from '@holdfast/kernel';
import { transaction } from '../transaction.js';
import { record } from './event-record.store.js';
import { endUnused, keepEventStream } from './event-streams.js';
import { eventually, EventWorld } from './event-world.fixture.js';

// PostgreSQL and NATS themselves. During an upgrade the old version removed the consumers of the new one's events.
describe('consumers of another version', () => {
  const world = EventWorld.ofSuite();
  const stream = eventStreamOf(world.service);
  const consumers = (): Promise<string[]> => world.rpc.streams.consumers(stream);
  const nameOf = (durable: string): string => `${world.service}_${durable}`;
  const keep = (durable: string): Promise<void> =>
    world.rpc.streams.keepConsumer(stream, nameOf(durable), [world.made.subject]);

  it('stay where one that does not know them publishes, and miss nothing', async () => {
    await keepEventStream(world.rpc.streams, world.service, world.events);
    await keep('later');
    world.relay();
    await world.making('kept');
    await eventually(world.waiting, (count) => count === 0);
    const delivery = await world.rpc.streams.next(stream, nameOf('later'), 5_000);
    expect(delivery?.text).toContain('"kept"');
    delivery?.done();
    await world.rpc.streams.removeConsumer(stream, nameOf('later'));
  });

  it('are there before the first of their events, though an earlier version publishes', async () => {
    const old = world.relay(world.rpc.streams, [world.made]);
    await world.making('first');
    await eventually(world.waiting, (count) => count === 0);
    for (const name of await consumers()) await world.rpc.streams.removeConsumer(stream, name);
    world.relay();
    await eventually(consumers, (names) => names.length > 1);
    const payload = { thing: { uuid: uuidv7() }, word: 'new' };
    await transaction(world.source, (tx) => record(tx, {}, world.shared, payload));
    await eventually(world.waiting, (count) => count === 0);
    const delivery = await world.rpc.streams.next(stream, nameOf('second'), 5_000);
    expect(delivery?.text).toContain('"new"');
    delivery?.done();
    await old.end();
  });

  it('go when nobody has asked for their events for long, and no others', async () => {
    const { service, events } = world;
    const { streams } = world.rpc;
    await keepEventStream(streams, service, events);
    for (const durable of ['unused', 'asked', 'kept']) await keep(durable);
    await streams.keepConsumer(stream, 'own-mine', [world.made.subject]);
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const delivery = await streams.next(stream, nameOf('asked'), 200);
        delivery?.done();
      }
    })();
    await endUnused(streams, service, events, 1_000);
    // The next version begins.
    await keep('kept');
    await eventually(consumers, (names) => !names.includes(nameOf('unused')));
    // The broker adds up to a second to each.
    await new Promise((passed) => setTimeout(passed, 2_000));
    expect((await consumers()).sort()).toEqual(
      ['own-mine', ...['asked', 'kept', 'reader', 'second'].map(nameOf)].sort(),
    );
    isOver = true;
    await asking;
  });
});

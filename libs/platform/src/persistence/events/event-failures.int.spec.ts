import { DomainError, uuidv7 } from '@holdfast/kernel';
import { JetStreamError, type JetStream } from '../../rpc/jet-stream.js';
import { eventsReport } from './event-report.js';
import { eventually, EventWorld, type MadeThing } from './event-world.fixture.js';

// PostgreSQL and NATS themselves; their addresses come from tools/test.
describe('events that somebody fails to take', () => {
  const world = EventWorld.ofSuite();

  it('are tried again after a failure, and while a part is away, without a second effect', async () => {
    world.relay();
    const failures = [DomainError.unavailable('away'), new Error('broken')];
    world.hearing(async (tx, event) => {
      await world.effect(tx, event);
      const failure = failures.shift();
      if (failure) throw failure;
    });
    await world.making('stubborn');
    expect(await eventually(world.words, (seen) => seen.length > 0)).toEqual(['stubborn']);
    expect(failures).toEqual([]);
  });

  it('are given up to the dead letters when they fail again and again, and hold up nothing after that', async () => {
    world.relay();
    const tried: string[] = [];
    world.hearing(
      async (tx, event) => {
        const { word } = event.payload as MadeThing;
        tried.push(word);
        if (word === 'poison') throw new Error('cannot be swallowed');
        await world.effect(tx, event);
      },
      [1, 1],
    );
    const uuid = uuidv7();
    await world.making('poison', uuid);
    await world.making('food', uuid);
    expect(await eventually(world.words, (seen) => seen.length > 0)).toEqual(['food']);
    expect(tried).toEqual(['poison', 'poison', 'poison', 'food']);
    const { dead } = await eventsReport(world.source, world.rpc.streams, world.service, world.events);
    expect(dead).toBe(1);
  });

  it('wait while the broker takes none, and changes go on', async () => {
    let full = true;
    const publish = (...message: Parameters<JetStream['publish']>): Promise<void> =>
      full
        ? Promise.reject(new JetStreamError(10077, 'maximum bytes exceeded'))
        : world.rpc.streams.publish(...message);
    const streams: JetStream = Object.assign(Object.create(world.rpc.streams) as JetStream, { publish });
    world.relay(streams);
    world.hearing();
    const uuid = uuidv7();
    for (const word of ['one', 'two', 'three']) await world.making(word, uuid);
    expect(await world.waiting()).toBe(3);
    full = false;
    expect(await eventually(world.words, (seen) => seen.length > 2)).toEqual(['one', 'two', 'three']);
  });

  it('keep their order where one of many is refused', async () => {
    let refused = 0;
    const publish = (...message: Parameters<JetStream['publish']>): Promise<void> =>
      message[2].includes('"two"') && (refused += 1) === 1
        ? Promise.reject(new JetStreamError(10077, 'maximum bytes exceeded'))
        : world.rpc.streams.publish(...message);
    const streams: JetStream = Object.assign(Object.create(world.rpc.streams) as JetStream, { publish });
    world.hearing();
    const uuid = uuidv7();
    for (const word of ['one', 'two', 'three']) await world.making(word, uuid);
    await world.making('of another');
    world.relay(streams);
    expect(await eventually(world.words, (seen) => seen.length > 3)).toEqual([
      'one',
      'of another',
      'two',
      'three',
    ]);
  });
});

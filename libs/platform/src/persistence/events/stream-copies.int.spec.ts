import { keepEventStream } from './event-streams.js';
import { EventWorld } from './event-world.fixture.js';

// NATS itself, one server of it.
describe('the stream of events', () => {
  const world = EventWorld.ofSuite();

  it('is kept by as many servers as it shall, or by none', async () => {
    const { streams } = world.rpc;
    const kept = (copies: number): Promise<void> => {
      streams.copies = copies;
      return keepEventStream(streams, world.service, world.events);
    };
    await expect(kept(3)).rejects.toThrow('replicas > 1 not supported');
    await kept(1);
  });
});

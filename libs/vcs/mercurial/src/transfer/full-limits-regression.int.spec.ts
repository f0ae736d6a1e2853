import { describeMercurial } from '../mercurial-world.fixture.js';
import { readingConversation } from '../reading-conversation.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// The first word of a conversation asked for room: over SSH nobody who might have pushed could clone any more.
describeMercurial('a conversation of who may write, where nothing has room', () => {
  const world = sharedWorld();
  beforeEach(() => (world.room = 0));

  it('goes on while he says no more than who reads', async () => {
    const { heard, reason } = await readingConversation(world, 'hello\n', 'when heard', 'write');
    expect([heard, reason]).toEqual([expect.stringContaining('capabilities: '), '']);
  });

  it('ends where he says as much as who pushes', async () => {
    // In lines, for a long one ends it, too.
    const much = `${'x'.repeat(1_000)}\n`.repeat(300);
    const { exit, reason } = await readingConversation(world, much, 'never', 'write');
    expect([exit, reason]).toEqual(['255', 'over the limit é']);
  });
});

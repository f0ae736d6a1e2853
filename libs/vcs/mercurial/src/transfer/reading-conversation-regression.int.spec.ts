import { describeMercurial } from '../mercurial-world.fixture.js';
import { readingConversation } from '../reading-conversation.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// Mercurial writes a bundle to the disk before it asks whether it may be taken: a reader filled the disk over SSH.
describeMercurial('a bundle of who may only read', () => {
  const world = sharedWorld();

  it('is refused before any of it is taken', async () => {
    // An empty answer would ask for the bundle, which does not come.
    const { heard } = await readingConversation(world, 'unbundle\nheads 10\n666f726365', 'when heard');
    expect(heard).toContain('you may read this repository, but not push to it');
  });
});

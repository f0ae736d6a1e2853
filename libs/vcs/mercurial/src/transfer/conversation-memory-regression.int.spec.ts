import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { readingConversation } from '../reading-conversation.fixture.js';

// A large file of 120 KB on the disk became 1.3 GB in each of 16 programs, for as long as nobody read what they said.
describeMercurial('the memory of conversations over SSH', () => {
  const within = async (conversationMemory: number, ends: 'when said' | 'never') => {
    const world = new MercurialWorld({ conversationMemory });
    await world.start();
    try {
      return await readingConversation(world, 'hello\n', ends);
    } finally {
      await world.stop();
      await world.leftovers();
    }
  };

  it('has a bound for all of them', async () => {
    expect(await within(1 << 20, 'never')).toMatchObject({
      ...{ exit: '255', reason: 'the conversations of all need too much memory together, try again later' },
    });
  });

  it('is not missed below that', async () => {
    const { heard, exit } = await within(1 << 30, 'when said');
    expect([heard.includes('capabilities:'), exit]).toEqual([true, '0']);
  });
});

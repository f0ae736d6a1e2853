import { hardBundle } from '../hard-bundle.fixture.js';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';
import { readingConversation } from '../reading-conversation.fixture.js';

// Whoever may push was taken for one who pushes in all that he did over SSH: a clone of a larger repository was ended
// after 20 s of work, each time, as a push that takes the server too long.
describeMercurial('a conversation of who may push', () => {
  const world = new MercurialWorld({ pushWork: 100, pushWorkPerKiB: 0 });
  let [name, directory, last] = ['', '', ''];
  beforeAll(async () => {
    await world.start();
    ({ name, directory } = await world.repository());
    last = (await world.grow(directory, 'default', 300))[299];
  });
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  const converse = (says: Buffer) => readingConversation(world, says, 'when said', 'write', name);
  const clones = (count: number): Buffer =>
    Buffer.from('getbundle\n* 1\nbundlecaps 4\nHG20'.repeat(count) + 'hello\n');
  const push = (bundle: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`unbundle\nheads 10\n666f726365${bundle.length}\n`),
      bundle,
      Buffer.from('0\n'),
    ]);

  it('may tell as much as it is asked for', async () => {
    const { heard, exit, reason } = await converse(clones(40));
    expect([exit, reason]).toEqual(['0', '']);
    expect(heard.split('HG20\0')).toHaveLength(41);
    expect(heard).toContain('capabilities: ');
  });

  it('is ended where what is pushed takes too long, however much was told before', async () => {
    const all = Buffer.concat([clones(1), push(hardBundle(1_000, 200_000))]);
    const { heard, exit, reason } = await converse(all);
    expect(heard).toContain('capabilities: ');
    expect([exit, reason]).toEqual([
      '255',
      'what is pushed takes the server too long, push it in several parts',
    ]);
    const { branches } = world.kind.open(directory);
    expect((await branches.snapshot()).get('default')).toBe(last);
  });
});

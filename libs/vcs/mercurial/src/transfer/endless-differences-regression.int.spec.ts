import {
  bundleOf,
  changegroupOf,
  firstId,
  firstVersion,
  int32,
  pushBundle,
} from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// 250 bytes kept a process that serves others, and the lock of the repository, for ever.
describeMercurial('a push with a difference that goes back', () => {
  const world = sharedWorld();

  it('is refused', async () => {
    const { url, directory } = await world.repository();
    const text = `a\0${'1'.repeat(40)}\n`;
    const list = firstId(text);
    const said = `${list.toString('hex')}\nme\n1 0\na\n\nm`;
    const change = firstId(said);
    const whole = firstVersion(list, change, text).subarray(4);
    const back = Buffer.concat([int32(whole.length + 16), whole, int32(0), int32(0), int32(-12)]);
    const parts = [changegroupOf([firstVersion(change, change, said)], [back], {})];
    const answer = await pushBundle(url, bundleOf(parts));
    expect([answer.status, await answer.text()]).not.toEqual([200, expect.stringMatching(/^1\n/)]);
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(0);
  });
});

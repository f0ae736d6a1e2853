import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pushBundle } from '../bundle-parts.fixture.js';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

// It was committed, and its client heard 400.
describeMercurial('a push that asks for no bundle as its answer', () => {
  const world = sharedWorld();

  const pushed = async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'a', 'a');
    await world.must(work, 'bundle', '-q', '--all', '-t', 'none-v2', 'bundle');
    const answer = await pushBundle(url, await readFile(join(work, 'bundle')));
    const branches = await world.kind.open(directory).branches.snapshot();
    return { id, status: answer.status, text: await answer.text(), tip: branches.get('default') };
  };

  it('hears that it was taken in', async () => {
    const { id, ...answer } = await pushed();
    expect(answer).toEqual({ status: 200, text: expect.stringMatching(/^1\n/) as string, tip: id });
    expect(world.reports).toMatchObject([{ accepted: true, changed: true }]);
  });

  it('hears why it was not', async () => {
    const reasons = [
      { ref: 'refs/heads/default', name: 'default', rule: 'reserved', reason: 'not today' },
    ] as const;
    world.instead = () => Promise.resolve({ accepted: false, reasons });
    const { status, text, tip } = await pushed();
    expect({ status, tip }).toEqual({ status: 200, tip: undefined });
    expect(text).toContain('pretxnclose.holdfast hook failed');
  });
});

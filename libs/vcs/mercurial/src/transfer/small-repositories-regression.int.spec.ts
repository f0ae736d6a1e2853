import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

describeMercurial('a small push of a stock client', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  /** The number of the program that was started last: after each that does one request, another one is. */
  const last = async (): Promise<number> => {
    const lines = (await world.processes()).map((pid) =>
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    );
    const numbers = (await Promise.all(lines)).map((line) => Number(/worker-(\d+)\./.exec(line)?.[1] ?? 0));
    return Math.max(...numbers);
  };
  /** The same once those that begin and end have done so. */
  const settled = async (): Promise<number> => {
    for (let before = await last(); ;) {
      await sleep(500);
      const now = await last();
      if (now === before) return now;
      before = now;
    }
  };

  // Stock clients send what they ask before what they push: each push of theirs had a process of its own.
  it('is taken in where others are served', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const before = await settled();
    await world.commit(work, 'a', 'a\n');
    await world.must(work, 'push', '-q', url);
    await world.commit(work, 'a', 'b\n');
    await world.must(work, 'push', '-q', url);
    expect((await world.kind.open(directory).branches.snapshot()).size).toBe(1);
    expect(await settled()).toBe(before);
  });

  // What of it is judged is no less than of a large push: others would wait for that.
  it.each([
    ['tags', '.hgtags', (id: string) => `${id} v1\n`.repeat(6_000)],
    ['subrepositories', '.hgsub', () => '# said\n'.repeat(40_000)],
    ['files', 'f', () => ''],
  ])('is taken in elsewhere where the repository has many %s', async (name, file, text) => {
    const { url } = await world.repository();
    const work = await world.work();
    const id = await world.commit(work, 'a', 'a\n');
    if (name === 'files')
      for (let at = 0; at < 1_000; at += 1) await writeFile(join(work, `${at}-${'f'.repeat(80)}`), '');
    await world.commit(work, file, text(id));
    await world.must(work, 'push', '-q', url);
    const before = await settled();
    await world.commit(work, 'a', 'b\n');
    await world.must(work, 'push', '-q', url);
    expect(await settled()).toBeGreaterThan(before);
    expect(await world.must(work, 'identify', '--id', '-r', 'default', url)).not.toBe(id.slice(0, 12));
  });
});

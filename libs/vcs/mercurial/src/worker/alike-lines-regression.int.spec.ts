import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

/**
 * So many different lines of 19 bytes that Mercurial's C takes for candidates of each other: the hash of a line turns
 * by seven bits and adds each byte, so one that grows by 128 makes up for the one before that shrinks by one.
 */
const alike = (count: number): Buffer => {
  const width = 18;
  const lines: Buffer[] = [];
  for (let number = 0; lines.length < count; number += 1) {
    const line = [65, ...Array.from({ length: width - 1 }, (_, at) => -60 - at)];
    for (let bit = 0; bit < width - 1; bit += 1)
      if ((number >> bit) & 1) {
        line[bit + 1] = (line[bit + 1] ?? 0) + 128;
        line[bit] = (line[bit] ?? 0) - 1;
      }
    const told = line.map((each) => each & 255);
    if (!told.some((each) => [0, 10, 13].includes(each))) lines.push(Buffer.from([...told, 10]));
  }
  return Buffer.concat(lines);
};

// Two such requests of a guest held both processes for a minute: all Mercurial of all companies stood.
describeMercurial('lines that Mercurial compares each with each other', () => {
  const world = new MercurialWorld();
  beforeAll(() => world.start());
  afterAll(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  it('hold up nobody else where a reader has them compared', async () => {
    const { directory, url } = await world.repository();
    const work = await world.work();
    const lines = alike(4_000);
    // Each of few different lines, and very often one more.
    const repeated = Buffer.concat(Array<Buffer>(100_000).fill(alike(4_001).subarray(-19)));
    const name = (each: number) => `f${each}`;
    let base = '';
    let commit = '';
    for (let each = 0; each < 12; each += 1) base = await world.commit(work, name(each), repeated);
    for (let each = 0; each < 12; each += 1) await writeFile(join(work, name(each)), lines);
    commit = await world.commit(work, 'f', alike(40_000));
    await world.must(work, 'push', '-q', url);
    const opened = world.kind.open(directory);
    const page = { backwards: false, offset: 0, limit: 100 };
    const reading = (account: string, time: number) => ({
      owner: { company: account, account },
      deadline: Date.now() + time,
    });
    // One for each process.
    const asked = [1, 2].map(() =>
      opened.diff
        .changes({ head: commit, base, ...page }, reading('guest', 6_000))
        .catch(() => 'unavailable'),
    );
    await sleep(1_000);
    let slowest = 0;
    for (let each = 0; each < 20; each += 1) {
      const since = Date.now();
      expect(await opened.log.find(commit, reading('other', 10_000))).toBe(commit);
      slowest = Math.max(slowest, Date.now() - since);
      await sleep(50);
    }
    await Promise.all(asked);
    // They work for many seconds, in C, without another thread of their process.
    expect(slowest).toBeLessThan(2_000);
  });
});

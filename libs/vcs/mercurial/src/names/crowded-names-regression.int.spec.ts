import { jest } from '@jest/globals';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reading } from '@holdfast/vcs-spi';
import { describeMercurial, MercurialWorld } from '../mercurial-world.fixture.js';

// All names went through two processes in one message: of 250,000 the process that decides for everybody did nothing
// else for a second and a half, as often as a guest asked for those of two repositories in turn.
describeMercurial('very many names', () => {
  const world = new MercurialWorld();
  const calls = jest.spyOn(world.engine, 'call');
  const asked = (operation: string) => calls.mock.calls.filter(([name]) => name === operation).length;
  const count = 4_000;
  const name = (at: number): string => `é"${String(at).padStart(90, '0')}`;
  let directory: string;
  let commit: string;
  const reading = (account = 'ann', time = 20_000): Reading => ({
    owner: { company: 'acme', account },
    deadline: Date.now() + time,
  });
  const bookmarks = () => world.kind.open(directory).bookmarks;
  beforeAll(async () => {
    await world.start();
    const work = await world.work();
    commit = await world.commit(work, 'a', 'a\n');
    const made = await world.repository();
    ({ directory } = made);
    await world.must(work, 'push', '-q', made.url);
    // In any order: the service has them in that of their bytes.
    const lines = Array.from({ length: count }, (_, at) => `${commit} ${name((at * 7) % count)}\n`);
    await writeFile(join(directory, '.hg/bookmarks'), lines.join(''));
  });
  afterAll(() => world.stop());
  beforeEach(() => calls.mockClear());

  it('are told in parts, and are all there', async () => {
    const found = await bookmarks().snapshot(reading());
    expect(found.size).toBe(count);
    expect(found.names).toEqual(Array.from({ length: count }, (_, at) => name(at)));
    expect([found.get(name(0)), found.get(name(count - 1)), found.get('n')]).toEqual([
      commit,
      commit,
      undefined,
    ]);
    const answers = await Promise.all(calls.mock.results.map(({ value }) => value as Promise<unknown>));
    const longest = Math.max(...answers.map((each) => JSON.stringify(each).length));
    expect(longest).toBeLessThan(200_000);
    expect(asked('nextPart')).toBe(3);
  });

  it('are read once for all who ask at a time, and are new where somebody has written before', async () => {
    await appendFile(join(directory, '.hg/bookmarks'), `${commit} one\n`);
    const first = bookmarks().snapshot(reading());
    await appendFile(join(directory, '.hg/bookmarks'), `${commit} other\n`);
    const later = await Promise.all(Array.from({ length: 20 }, () => bookmarks().snapshot(reading())));
    expect((await first).get('one')).toBe(commit);
    expect(new Set(later.map((each) => each.get('other')))).toEqual(new Set([commit]));
    expect(asked('names')).toBe(2);
  });

  it('are waited for by each as long as he waits, and by one account not behind another', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    calls.mockImplementationOnce(async () => {
      await held;
      return { token: 'another' };
    });
    const first = bookmarks().snapshot(reading('guest'));
    const hurried = bookmarks().snapshot(reading('guest', 50));
    await expect(hurried).rejects.toMatchObject({ code: 'unavailable' });
    const others = (await bookmarks().snapshot(reading('ann'))).size;
    const patient = bookmarks().snapshot(reading('guest'));
    release();
    await first;
    expect((await patient).size).toBe(others);
  });
});

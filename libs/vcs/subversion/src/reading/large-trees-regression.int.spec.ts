import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Reading } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const reading = (account: string, time: number): Reading => ({
  ...{ owner: { company: `of ${account}`, account }, deadline: Date.now() + time },
});
const whole = { backwards: false, offset: 0 };

describeSubversion('questions about large trees of Subversion', () => {
  let world: SubversionWorld;
  beforeEach(async () => {
    world = new SubversionWorld();
    await world.start();
  });
  afterEach(async () => {
    await world.stop();
    expect(await world.leftovers()).toEqual([]);
  });

  /** Each level has ten copies of the one before it. */
  const largeTree = async (): Promise<string> => {
    const { directory } = await world.repository(false);
    const files = join(world.root, 'files');
    await mkdir(files);
    for (let at = 10; at < 110; at += 1) await writeFile(join(files, `f${at}`), `${at}`);
    await world.must('svn', ['import', '-q', '-m', 'm', files, `file://${directory}/d0`]);
    for (let level = 1; level <= 5; level += 1) {
      const copies = Array.from({ length: 10 }, (_, at) => [
        'cp',
        'HEAD',
        `d${level - 1}`,
        `d${level}/c${at}`,
      ]);
      await world.must('svnmucc', [
        ...['-m', 'm', '-U', `file://${directory}`, 'mkdir', `d${level}`],
        ...copies.flat(),
      ]);
    }
    return directory;
  };
  const children = async (): Promise<number[]> => {
    const parent = (await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim();
    const pids = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return pids.trim().split(' ').map(Number);
  };
  /** What the children of the server have used of the processor, and their memory (KiB). */
  const used = async (): Promise<{ ticks: number; memory: number }> => {
    let [ticks, memory] = [0, 0];
    for (const pid of await children()) {
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
      const status = await readFile(`/proc/${pid}/status`, 'utf8');
      ticks += Number(fields[11]) + Number(fields[12]);
      memory += Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
    }
    return { ticks, memory };
  };
  const told = (answer: Promise<unknown>): Promise<string> =>
    answer.then(
      () => 'answered',
      (error: unknown) => (error as Error).message,
    );

  it('walk no further than the page, and nothing goes on for one that was given up', async () => {
    const directory = await largeTree();
    const { tree } = world.kind.open(directory);
    const page = await tree.files({ ...whole, limit: 1, commit: '6' }, reading('ann', 5_000));
    expect([page.results.map(({ path }) => path), page.more]).toEqual([['d0/f10'], true]);
    const last = { ...whole, backwards: true, offset: 100, limit: 1, commit: '6' };
    const { results } = await tree.files(last, reading('ann', 5_000));
    expect(results.map(({ path }) => path)).toEqual(['d5/c9/c9/c9/c9/c8/f99']);
    const before = await used();
    const search = { ...whole, text: 'zzz', limit: 1, commit: '6' };
    const all = Array.from({ length: 8 }, () => told(tree.files(search, reading('ann', 2_500))));
    for (const each of await Promise.all(all)) expect(each).toMatch(/took too long|too much is read/);
    await sleep(1_000);
    const after = await used();
    await sleep(1_500);
    expect((await used()).ticks - after.ticks).toBeLessThan(10);
    expect(after.ticks).toBeGreaterThan(before.ticks);
    expect(after.memory - before.memory).toBeLessThan(60 << 10);
  });
});

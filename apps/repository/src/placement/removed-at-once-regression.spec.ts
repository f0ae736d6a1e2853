import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Placement } from './placement.js';

// A disk. Whoever read a repository while it was purged found a part of it: an empty list of branches, or a failure.
describe('a repository that is removed', () => {
  const made = { uuid: '01900000-0000-7000-8000-000000000001', type: 'git' };
  let data: string;
  let placement: Placement;
  let directory: string;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), 'removed-'));
    placement = new Placement(data, 'node-1');
    directory = placement.directory(made);
    await mkdir(directory, { recursive: true });
    for (let at = 0; at < 500; at += 1) await writeFile(join(directory, String(at)), '');
  });
  afterEach(() => rm(data, { recursive: true }));

  const filesIn = (): string => {
    try {
      return `${readdirSync(directory).length} files`;
    } catch {
      return 'nothing';
    }
  };

  it('is there as a whole or not at all', async () => {
    const found = new Set<string>();
    let isOver = false;
    const removing = placement.remove(made).finally(() => (isOver = true));
    while (!isOver) {
      // In one turn, in which nothing of it is removed; it may leave its place.
      found.add(filesIn());
      await turn();
    }
    await removing;
    expect([...found].filter((each) => each !== '500 files')).toEqual(['nothing']);
    expect(await readdir(dirname(directory))).toEqual([]);
  });

  it('leaves nothing where its removal is done again after it was cut off', async () => {
    await mkdir(join(dirname(directory), `.${made.uuid}.git.0123456789abcdef.gone`));
    await placement.remove(made);
    await placement.remove(made);
    expect(await readdir(dirname(directory))).toEqual([]);
  });
});

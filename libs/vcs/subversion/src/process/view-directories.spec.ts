import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ViewDirectories } from './view-directories.js';

describe('views of repositories', () => {
  let above: string;
  beforeEach(async () => {
    above = await mkdtemp(join(tmpdir(), 'holdfast-views-'));
  });
  afterEach(() => rm(above, { recursive: true }));

  it('have paths that no other one has had, and stay until their repository goes', async () => {
    const root = join(above, 'views');
    const views = new ViewDirectories(root, join(above, 'hooks'));
    const [first, other] = [await views.of('/data/a'), await views.of('/data/b')];
    expect(await views.of('/data/a')).toBe(first);
    await views.renew('/data/a');
    const second = await views.of('/data/a');
    expect((await readdir(root)).sort()).toEqual([first, other, second].map((path) => basename(path)).sort());
    await views.forget('/data/a');
    expect(await readdir(root)).toEqual([basename(other)]);
    expect([first, second]).not.toContain(await views.of('/data/a'));
  });
});

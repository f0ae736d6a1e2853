import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listDirectory, TooManyFiles } from './directory-listing.js';

// Some million files in one repository took more memory than the program of backups may have, which then ended for all.
describe('the list of a directory', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'listed-'));
    for (const directory of ['a', 'b/c']) {
      await mkdir(join(root, directory), { recursive: true });
      for (const file of ['one', 'two']) await writeFile(join(root, directory, file), file);
    }
  });
  afterEach(() => rm(root, { recursive: true }));

  const listed = (most: number) => listDirectory(root, { most });

  it('has so many files and directories, wherever they lie', async () => {
    const { files, directories } = await listed(7);
    expect([files.size, directories.length]).toEqual([4, 3]);
  });

  it('is none where there are more', async () => {
    await expect(listed(6)).rejects.toThrow(new TooManyFiles(6));
    await expect(listed(1)).rejects.toThrow('it has more than 1 files and directories');
  });
});

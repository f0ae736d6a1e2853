import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { FilesBelow, NotBelow } from './files-below.js';

/** Who stored the same bytes again and again made others' reads of them fail: each puts a new file into their place. */
describe('a file that is replaced again and again', () => {
  let outside: string;
  let root: string;
  beforeEach(async () => {
    outside = await realpath(await mkdtemp(join(tmpdir(), 'replaced-')));
    root = join(outside, 'root');
    await mkdir(join(root, 'a'), { recursive: true });
  });
  afterEach(() => rm(outside, { recursive: true }));

  it('is opened all the same', async () => {
    await writeFile(join(root, 'a', 'file'), 'ours');
    let isOver = false;
    const replacing = Array.from({ length: 3 }, async (_, one) => {
      while (!isOver) {
        await writeFile(join(root, `next${one}`), 'ours');
        await rename(join(root, `next${one}`), join(root, 'a', 'file'));
        await others();
      }
    });
    const files = new FilesBelow(root);
    const failed: unknown[] = [];
    for (let count = 0; count < 2_000; count += 1) {
      const file = await files.open('a/file').catch((error: unknown) => void failed.push(error));
      if (file && (await file.readFile('utf8')) !== 'ours') failed.push('other bytes');
      await file?.close();
    }
    isOver = true;
    await Promise.all(replacing);
    expect(failed).toEqual([]);
  });

  it('is not one that a link leads to, though that was removed meanwhile', async () => {
    const secret = join(outside, 'secret');
    await mkdir(secret);
    await symlink(secret, join(root, 'b'));
    const files = new FilesBelow(root);
    for (let count = 0; count < 200; count += 1) {
      await writeFile(join(secret, 'file'), 'a password');
      const opening = files.open('b/file');
      const [opened] = await Promise.allSettled([opening, rm(join(secret, 'file'))]);
      expect(opened.status).toBe('rejected');
      const reason: unknown = (opened as PromiseRejectedResult).reason;
      const isRefused = reason instanceof NotBelow || (reason as NodeJS.ErrnoException).code === 'ENOENT';
      expect(isRefused).toBe(true);
    }
  });
});

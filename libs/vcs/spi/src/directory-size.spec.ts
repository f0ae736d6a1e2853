import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directorySize, sizeWithin } from './directory-size.js';

describe('the size of a directory', () => {
  it('is that of all files below it, and nothing where there is none', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'size-'));
    await mkdir(join(directory, 'a/b'), { recursive: true });
    await writeFile(join(directory, 'one'), 'x'.repeat(1000));
    await writeFile(join(directory, 'a/two'), 'x'.repeat(200));
    await writeFile(join(directory, 'a/b/three'), 'x'.repeat(30));
    expect(await directorySize(directory)).toBe(1230);
    await rm(directory, { recursive: true });
    expect(await directorySize(directory)).toBe(0);
  });

  it('is told of a part of it, too', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'size-'));
    await mkdir(join(directory, 'in/b'), { recursive: true });
    for (const [path, length] of Object.entries({ one: 1000, 'in/two': 200, 'in/b/three': 30 }))
      await writeFile(join(directory, path), 'x'.repeat(length));
    expect(await sizeWithin(directory, /^in\//)).toEqual({ all: 1230, part: 230 });
    await rm(directory, { recursive: true });
  });

  // A commit of Subversion that was made meanwhile counted twice, and the next one had no room.
  it('has a file once that is moved out of that part meanwhile', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'size-'));
    await mkdir(join(directory, 'stored'));
    await writeFile(join(directory, 'one.incoming'), 'x'.repeat(1000));
    await link(join(directory, 'one.incoming'), join(directory, 'stored/one'));
    expect(await sizeWithin(directory, /\.incoming$/)).toEqual({ all: 1000, part: 1000 });
    await rm(directory, { recursive: true });
  });

  it('is not told where it cannot be read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'size-'));
    const long = join(directory, 'x'.repeat(300));
    await expect(directorySize(long)).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    await rm(directory, { recursive: true });
  });

  it('has the blocks that files and directories take beyond their lengths, but for those with which all begin', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'size-'));
    await mkdir(join(directory, Array.from({ length: 70 }, () => 'd').join('/')), { recursive: true });
    expect(await directorySize(directory)).toBe(6 * 4096);
    await writeFile(join(directory, 'd/one'), 'x');
    await writeFile(join(directory, 'd/full'), 'x'.repeat(8192));
    expect(await directorySize(directory)).toBe(6 * 4096 + 4096 + 8192);
    await rm(directory, { recursive: true });
  });

  it('counts every file of a directory with many', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'size-'));
    for (let at = 0; at < 20; at += 1) await writeFile(join(directory, String(at)), 'x'.repeat(100));
    expect(await directorySize(directory)).toBe(2000);
    await rm(directory, { recursive: true });
  });
});

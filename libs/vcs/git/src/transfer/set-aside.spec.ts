import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SetAside } from './set-aside.js';

describe('what is set aside', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'aside-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const all = async (aside: SetAside): Promise<Buffer> => {
    const pieces: Buffer[] = [];
    for await (const piece of aside.pieces()) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  it('is had again as it came, and leaves no file', async () => {
    const aside = new SetAside(join(root, 'a'));
    const chunks = [1, 70_000, 3].map((length, at) => Buffer.alloc(length, at + 1));
    for (const chunk of chunks) void aside.add(chunk);
    expect(aside.bytes).toBe(70_004);
    expect((await all(aside)).equals(Buffer.concat(chunks))).toBe(true);
    expect(await readdir(root)).toEqual([]);
  });

  it('needs no file where it is little', async () => {
    const aside = new SetAside(join(root, 'absent/a'));
    await aside.add(Buffer.from('a'));
    await aside.add(Buffer.from('b'));
    expect((await all(aside)).toString()).toBe('ab');
  });

  it('is nothing where nothing was', async () => {
    expect(await all(new SetAside(join(root, 'a')))).toHaveLength(0);
  });

  it('is not had in part', async () => {
    const aside = new SetAside(join(root, 'absent/a'));
    await aside.add(Buffer.from('a'));
    await aside.add(Buffer.alloc(70_000));
    await aside.add(Buffer.from('b'));
    await expect(all(aside)).rejects.toThrow('ENOENT');
  });
});

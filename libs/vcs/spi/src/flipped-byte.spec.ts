import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flipByte } from './flipped-byte.js';

describe('a disk that fails', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-flip-'));
    await mkdir(join(directory, 'below'));
    for (const name of ['below/b.pack', 'below/a.pack', 'c.idx'])
      await writeFile(join(directory, name), 'abcde', { mode: 0o400 });
  });
  afterEach(() => rm(directory, { recursive: true }));

  const textOf = (name: string) => readFile(join(directory, name), 'latin1');

  it('changes one byte of the first file that fits, in the middle or before the end', async () => {
    await flipByte(directory, /\.pack$/);
    expect(await textOf('below/a.pack')).toBe('ab\x9cde');
    await flipByte(directory, /\.idx$/, 1);
    expect(await textOf('c.idx')).toBe('abcd\x9a');
    expect(await textOf('below/b.pack')).toBe('abcde');
    expect((await stat(join(directory, 'c.idx'))).mode & 0o777).toBe(0o600);
  });

  it('says where there is no such file', () =>
    expect(flipByte(directory, /\.none$/)).rejects.toThrow(
      `nothing in ${directory} is called like /\\.none$/`,
    ));
});

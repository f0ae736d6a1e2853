import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSome } from './ref-files.js';

const id = (number: number) => number.toString(16).padStart(40, '0');

describe('some of many refs', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-refs-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const put = async (ref: string, number: number) => {
    await mkdir(dirname(join(directory, ref)), { recursive: true });
    await writeFile(join(directory, ref), `${id(number)}\n`);
  };
  const names = Array.from({ length: 9_000 }, (_, at) => `refs/notes/${'n'.repeat(1 + (at % 50))}/${at}`);
  const pack = () => {
    const lines = names.map((name, at) => `${id(at)} ${name}\n^${id(1)}\n`);
    return writeFile(join(directory, 'packed-refs'), `# pack-refs with: peeled\n${lines.join('')}`);
  };

  it('are found in their own files and in the one of all', async () => {
    await pack();
    await put(names[0], 77);
    const found = await readSome(directory, names);
    expect(names.map((name) => found.get(name))).toEqual([
      id(77),
      ...names.slice(1).map((_, at) => id(at + 1)),
    ]);
    const few = [names[4_321], 'refs/notes/nothing', 'refs/notes'];
    expect([...(await readSome(directory, few))]).toEqual([[names[4_321], id(4_321)]]);
  });

  it('are not there where nothing is', async () => {
    expect((await readSome(directory, names.slice(0, 2))).size).toBe(0);
    expect((await readSome(directory, names.slice(0, 9))).size).toBe(0);
  });

  it('are not taken for absent where they cannot be read', async () => {
    await mkdir(join(directory, 'refs'));
    await symlink('loop', join(directory, 'refs/loop'));
    await expect(readSome(directory, ['refs/loop'])).rejects.toThrow('ELOOP');
  });
});

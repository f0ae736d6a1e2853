import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { refWeight } from '@holdfast/vcs-spi';
import { readPacked, type PackedRefs } from './packed-refs.js';

const id = (number: number) => number.toString(16).padStart(40, '0');

describe('packed refs', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-refs-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const put = (lines: readonly string[]) =>
    writeFile(join(directory, 'packed-refs'), lines.map((line) => `${line}\n`).join(''));

  it('are read without comments, peeled lines and other name spaces, in order even if the file is not', async () => {
    await put([
      '# pack-refs with: peeled fully-peeled sorted ',
      `${id(1)} refs/heads/b`,
      `${id(2)} refs/heads/a`,
      `${id(3)} refs/notes/x`,
      `${id(6)} refs/replace/${id(7)}`,
      `${id(4)} refs/tags/v1`,
      `^${id(5)}`,
    ]);
    const { heads, tags, others } = await readPacked(directory);
    expect(others).toBe(refWeight('refs/notes/x'.length));
    expect(heads.page(0, 9)).toEqual([
      { id: 'a', commit: id(2) },
      { id: 'b', commit: id(1) },
    ]);
    expect(tags.page(0, 9)).toEqual([{ id: 'v1', commit: id(4) }]);
  });

  it('are read whole, wherever a piece of the file ends', async () => {
    const names = Array.from({ length: 3_000 }, (_, at) => {
      const part = `${String(at).padStart(5, '0')}/${'x'.repeat(at % 240)}`;
      return at % 100 === 0 ? `${part}/${'y/'.repeat(1900)}z` : part;
    });
    await put(names.map((name, at) => `${id(at)} refs/heads/${name}`));
    const { heads } = await readPacked(directory);
    expect(heads.page(0, 9_999)).toEqual(names.map((name, at) => ({ id: name, commit: id(at) })));
  });

  it('are not taken for fewer where the file is none of git’s', async () => {
    await put([`${id(1)} refs/heads/a`, 'x'.repeat(1 << 20), `${id(1)} refs/heads/b`]);
    await expect(readPacked(directory)).rejects.toThrow('no reference');
  });

  it('hold nothing of the file but the names and ids of branches and tags', async () => {
    const notes = Array.from({ length: 40_000 }, (_, at) => `${id(at)} refs/notes/${'n'.repeat(50)}/${at}`);
    await put([`${id(7)} refs/heads/${'a long name '.repeat(3).replaceAll(' ', '-')}`, ...notes]);
    const held: PackedRefs[] = [];
    const before = memory();
    for (let time = 0; time < 10; time += 1) held.push(await readPacked(directory));
    const bytes = memory() - before;
    expect(held.map(({ heads }) => heads.size)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(bytes).toBeLessThan(10 << 20);
  });
});

/** Bytes that this process cannot give back. */
const memory = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

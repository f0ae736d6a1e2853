import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefsCache } from './refs-cache.js';

const names = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, at) => [`${'n'.repeat(200)}${at}`, '1']).flat());

// Names of branches were kept for 2,000 repositories, however many each had: nothing bounded the memory that they took.
describe('names that are kept', () => {
  it('have a bound in bytes', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kept-'));
    const asked: string[] = [];
    const sizes: Record<string, number> = { small: 1, one: 80_000, other: 80_000, third: 80_000 };
    const directoryOf = (name: string): string => join(root, name);
    for (const name of Object.keys(sizes)) {
      await mkdir(join(directoryOf(name), 'db'), { recursive: true });
      await writeFile(join(directoryOf(name), 'db/current'), '1\n');
    }
    const cache = new RefsCache({
      refs: ({ directory }) => {
        const name = directory.slice(root.length + 1);
        asked.push(name);
        return Promise.resolve({ branches: { part: names(sizes[name]) }, tags: { part: '[]' } });
      },
      nextPart: () => Promise.reject(new Error('there is one part of each')),
      ref: () => Promise.reject(new Error('nobody asks for one')),
    });
    const reading = { owner: { company: 'acme', account: 'ann' }, deadline: Date.now() + 10_000 };
    const read = async (...each: string[]): Promise<string[]> => {
      asked.length = 0;
      await Promise.all(each.map((name) => cache.of(directoryOf(name), reading)));
      return [...asked];
    };
    expect(await read('one', 'one')).toEqual(['one']);
    expect([await read('other'), await read('third')]).toEqual([['other'], ['third']]);
    expect([await read('small'), await read('small'), await read('third')]).toEqual([['small'], [], []]);
    expect(await read('one')).toEqual(['one']);
    cache.drop(directoryOf('small'));
    expect(await read('small')).toEqual(['small']);
    await rm(root, { recursive: true });
  });
});

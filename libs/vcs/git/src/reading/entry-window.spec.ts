import { pageEntries } from './entry-window.js';
import type { RawEntry } from './tree-records.js';

const all: RawEntry[] = ['a', 'B', 'c', 'd', 'e'].map((name) => ({ mode: '100644', name, id: name }));

/** `time`: how many entries are looked at until it is over. */
const page = async (query: object, directory = '', time = Infinity) => {
  const whole = { backwards: false, offset: 0, limit: 10, ...query };
  let looked = 0;
  const { results, more } = await pageEntries(whole, directory, (window) => {
    for (const entry of all) {
      if (looked === time) return Promise.resolve(false);
      looked += 1;
      if (!window.take(entry)) break;
    }
    return Promise.resolve(true);
  });
  return { names: results.map(({ name }) => name).join(''), more, looked };
};

describe('a page of entries', () => {
  it('is a part of them, and no more is read than it takes', async () => {
    expect(await page({})).toEqual({ names: 'aBcde', more: false, looked: 5 });
    expect(await page({ offset: 1, limit: 2 })).toEqual({ names: 'Bc', more: true, looked: 4 });
    expect(await page({ offset: 3, limit: 2 })).toMatchObject({ names: 'de', more: false });
    expect(await page({ offset: 9 })).toMatchObject({ names: '', more: false });
  });

  it('may be read backwards', async () => {
    expect(await page({ backwards: true })).toMatchObject({ names: 'edcBa', more: false });
    expect(await page({ backwards: true, offset: 1, limit: 2 })).toMatchObject({ names: 'dc', more: true });
    expect(await page({ backwards: true, offset: 3, limit: 2 })).toMatchObject({ names: 'Ba', more: false });
    expect(await page({ backwards: true, offset: 5, limit: 2 })).toMatchObject({ names: '', more: false });
  });

  it('is shorter where the time is over, and refused where it would be empty, or backwards', async () => {
    expect(await page({}, '', 3)).toEqual({ names: 'aBc', more: true, looked: 3 });
    expect(await page({ limit: 2 }, '', 3)).toMatchObject({ names: 'aB', more: true });
    const refused = { code: 'unavailable' };
    await expect(page({ offset: 4 }, '', 3)).rejects.toMatchObject(refused);
    await expect(page({ text: 'e' }, '', 3)).rejects.toMatchObject(refused);
    for (const time of [3, 7])
      await expect(page({ backwards: true }, '', time)).rejects.toMatchObject(refused);
  });

  it('has those only whose path has the text in it, whatever its case', async () => {
    expect(await page({ text: 'b' })).toMatchObject({ names: 'B', more: false });
    expect(await page({ text: 'DIR/' }, 'Dir/')).toMatchObject({ names: 'aBcde' });
    expect(await page({ text: 'x' })).toMatchObject({ names: '' });
  });
});

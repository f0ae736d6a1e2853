import { WrittenPage } from '@holdfast/platform/service-host';
import type { LevelQuery, Log, Tree, TreeEntry } from '@holdfast/vcs-spi';
import type { ReadableRepository } from './contents.js';
import { KeptContents } from './kept-contents.js';

const query = { commit: 'c', path: 'd', backwards: false, offset: 0, limit: 10 };

describe('what is kept of contents', () => {
  let kept: KeptContents;
  let asked: string[];
  beforeEach(() => {
    kept = new KeptContents();
    asked = [];
  });

  const at = (uuid: string, log: Partial<Log> = { lasting: true }, size: number | null = 1) => {
    const say = <T>(question: string, value: T): Promise<T> => {
      asked.push(question);
      return Promise.resolve(value);
    };
    const entry = {
      name: 'f',
      path: 'd/f',
      type: 'file',
      mode: '100644',
      id: 'b',
      size: size ?? undefined,
    } as TreeEntry;
    const person = { name: 'A', email: 'a', at: 0 };
    const commit = { id: 'c', parents: [], author: person, committer: person, message: 'm' };
    const tree: Partial<Tree> = {
      entry: (_commit, path) => say(`entry ${path}`, path === 'none' ? undefined : entry),
      small: (id, most) => say(`small ${id}`, id === 'large' ? undefined : Buffer.alloc(most)),
    };
    const commits: Log['commits'] = ([id]) => say(`commit ${id}`, [id === 'none' ? undefined : commit]);
    const read = { repository: { uuid }, data: { tree }, log: { ...log, commits }, reading: {} };
    return read as unknown as ReadableRepository;
  };
  const twice = async (ask: () => Promise<unknown>): Promise<number> => {
    asked = [];
    expect(await ask()).toEqual(await ask());
    return asked.length;
  };
  const page = async (isWhole = true, other: Partial<LevelQuery> = {}) =>
    kept.level(
      at('one'),
      { ...query, ...other },
      () => {
        asked.push('page');
        return WrittenPage.of<never>({ results: [], more: false }, Infinity);
      },
      () => isWhole,
    );

  it('is asked for once', async () => {
    expect(await twice(() => kept.commit(at('one'), 'c'))).toBe(1);
    expect(await twice(() => kept.entry(at('one'), 'c', 'f'))).toBe(1);
    expect(await twice(() => kept.file(at('one'), 'b', 10))).toBe(1);
    expect(await twice(() => page())).toBe(1);
  });

  it('is of one repository, commit, path and page only', async () => {
    await kept.entry(at('one'), 'c', 'f');
    await kept.commit(at('one'), 'c');
    await page();
    asked = [];
    await kept.entry(at('two'), 'c', 'f');
    await kept.entry(at('one'), 'd', 'f');
    await kept.entry(at('one'), 'c', 'g');
    await kept.commit(at('two'), 'c');
    expect(asked).toEqual(['entry f', 'entry f', 'entry g', 'commit c']);
  });

  it('is of all that a page is asked with', async () => {
    const others = {
      commit: 'd',
      path: 'e',
      text: 't',
      backwards: true,
      offset: 1,
      limit: 11,
      withCommits: true,
    };
    await page();
    for (const [name, value] of Object.entries({ ...others, aNewOne: true }))
      expect([name, await twice(() => page(true, { [name]: value }))]).toEqual([name, 1]);
  });

  it('is nothing that may still change: what is not there, has no size, or is of another kind', async () => {
    expect(await twice(() => kept.commit(at('one'), 'none'))).toBe(2);
    expect(await twice(() => kept.entry(at('one'), 'c', 'none'))).toBe(2);
    expect(await twice(() => kept.entry(at('one', { lasting: true }, null), 'c', 'f'))).toBe(2);
    expect(await twice(() => kept.file(at('one'), 'large', 10))).toBe(2);
    expect(await twice(() => page(false))).toBe(2);
    expect(await twice(() => kept.commit(at('one', {}), 'c'))).toBe(2);
  });

  it('does not grow without bounds', async () => {
    for (let each = 0; each < 1_000; each += 1) await kept.file(at('one'), `b${each}`, 60 << 10);
    asked = [];
    await kept.file(at('one'), 'b999', 60 << 10);
    expect(asked).toEqual([]);
    await kept.file(at('one'), 'b0', 60 << 10);
    expect(asked).toEqual(['small b0']);
    expect(await twice(() => kept.file(at('one'), 'c', 65 << 10))).toBe(2);
  });
});

import type { Reading } from '@holdfast/vcs-spi';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { ObjectReaders } from './object-readers.js';

describe('readers of objects', () => {
  const world = GitWorld.ofSuite();
  const eve = () => ({ ...reading(), owner: { company: 'acme', account: 'eve' } });
  let readers: ObjectReaders;
  beforeEach(() => {
    readers = new ObjectReaders(new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' }));
  });
  afterEach(() => readers.close());

  it('are shared, but by none who asks again for what is long', async () => {
    const { directory } = await world.repository();
    const git = async (args: string[], input: string): Promise<string> =>
      (await world.must(args, { cwd: directory, input: Buffer.from(input) })).trim();
    const short = await git(['hash-object', '-w', '--stdin'], 'short');
    const entries = Array.from(
      { length: 40_000 },
      (_, at) => `100644 blob ${short}\t${String(at).padStart(6, '0')}\n`,
    );
    const long = await git(['mktree'], entries.join(''));
    const readerOf = (who: Reading, id: string) =>
      readers.read(directory, who, async (reader) => {
        let bytes = 0;
        await reader.each(id, (piece) => (bytes += piece.length));
        expect(bytes).toBe(id === long ? 34 * 40_000 : 5);
        return reader;
      });
    const shared = await readerOf(reading(), short);
    expect((await readerOf(eve(), short)) === shared).toBe(true);
    expect((await readerOf(eve(), long)) === shared).toBe(true);
    const own = await readerOf(eve(), long);
    expect(own === shared).toBe(false);
    expect((await readerOf(eve(), long)) === own).toBe(true);
    const other = await readerOf(reading(), long);
    expect([shared, own].includes(other)).toBe(false);
    expect((await readerOf(reading(), short)) === shared).toBe(true);
  });

  it('of much memory read what is too large for the usual ones, and that is refused for which it is too little', async () => {
    const processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
    const few = new ObjectReaders(processes, { usual: 24 << 20, large: 48 << 20 });
    const { directory } = await world.repository();
    const made = async (mebibytes: number): Promise<string> => {
      const text = `tree ${'1'.repeat(40)}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n`;
      const input = Buffer.concat([Buffer.from(text), Buffer.alloc(mebibytes << 20, 'm')]);
      const words = ['hash-object', '-w', '-t', 'commit', '--literally', '--stdin'];
      return (await world.must(words, { cwd: directory, input })).trim();
    };
    const [large, tooLarge, other] = [await made(25), await made(50), await made(0)];
    const sizeOf = (id: string, who = reading()) =>
      few.read(directory, who, async (reader) => {
        let bytes = 0;
        await reader.each(id, (piece) => (bytes += piece.length));
        return bytes >> 20;
      });
    for (let left = 2; left > 0; left -= 1) {
      expect(await sizeOf(large)).toBe(25);
      await expect(sizeOf(tooLarge)).rejects.toMatchObject({ code: 'too_large' });
      expect(await sizeOf(other)).toBe(0);
    }
    // An account has one turn for that, and everybody gets it.
    const all = ['ada', 'eve', 'bob'].flatMap((account) => Array.from({ length: 2 }, () => account));
    const asked = all.map((account) => sizeOf(large, { ...reading(), owner: { company: 'acme', account } }));
    expect(await Promise.all(asked)).toEqual(all.map(() => 25));
    few.close();
  });

  it('tell of many objects at once, in their order, beside what others ask', async () => {
    const { directory } = await world.repository();
    const stored = async (text: string): Promise<string> =>
      (
        await world.must(['hash-object', '-w', '--stdin'], { cwd: directory, input: Buffer.from(text) })
      ).trim();
    const known = [await stored('a'), await stored('bb'), await stored('ccc')];
    const none = '1'.repeat(40);
    const ids = Array.from({ length: 900 }, (_, at) => [...known, none][at % 4]);
    await readers.read(directory, reading(), async (reader) => {
      const [many, contents, single, absent, nothing] = await Promise.all([
        reader.infos(ids),
        reader.contents(known[1]),
        reader.info(known[2]),
        reader.info(none),
        reader.infos([]),
      ]);
      expect(many).toEqual(
        ids.map((id, at) => (id === none ? 'missing' : { id, type: 'blob', size: (at % 4) + 1 })),
      );
      expect(contents).toMatchObject({ id: known[1], contents: Buffer.from('bb') });
      expect([single, absent, nothing]).toEqual([{ id: known[2], type: 'blob', size: 3 }, 'missing', []]);
      await expect(reader.infos([known[0], 'HEAD'])).rejects.toThrow('not an object id');
    });
  });
});

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
});

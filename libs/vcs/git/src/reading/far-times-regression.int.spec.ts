import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

// The API said `+010000-01-01T00:00:00Z` of them, which is no instant to whoever reads its answers.
describe('a commit and a tag of a far time', () => {
  const world = GitWorld.ofSuite();

  it.each([
    [253_402_300_799, 253_402_300_799],
    [253_402_300_800, 0],
    [8_640_000_000_000, 0],
  ])('are told of the second %i as of %i', async (written, told) => {
    const { directory } = await world.repository();
    const made = async (type: string, text: string): Promise<string> => {
      const write = ['hash-object', '-w', '--stdin', '-t', type];
      return (await world.must(write, { cwd: directory, input: Buffer.from(text) })).trim();
    };
    const who = `C <c@d> ${written} +0000`;
    const commit = await made('commit', `tree ${emptyTree}\nauthor ${who}\ncommitter ${who}\n\nm\n`);
    const tag = await made('tag', `object ${commit}\ntype commit\ntag v1\ntagger ${who}\n\nm\n`);
    await world.must(['update-ref', 'refs/tags/v1', tag], { cwd: directory });
    const data = world.kind.open(directory);
    expect(await data.commitTimes([commit], reading())).toEqual([told]);
    expect(await data.log.commits([commit], reading())).toMatchObject([
      { author: { at: told }, committer: { at: told } },
    ]);
    expect(await data.tags.targets([tag], reading())).toMatchObject([
      { annotation: { tagger: { at: told } } },
    ]);
  });
});

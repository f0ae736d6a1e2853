import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const whole = { backwards: false, offset: 0, limit: 9 };

// git's words for a part behind the end have the name of the file in them, and were not known again: 503 for ever.
describe('the lines of a file, whatever its name is,', () => {
  const world = GitWorld.ofSuite();

  it.each(['new\nline', 'a\n\nfatal: b', `${`${'x'.repeat(250)}/`.repeat(12)}f`])(
    'are none behind its end: %j',
    async (path) => {
      const { directory } = await world.repository();
      const file = (at: number, name: string, text: string) =>
        `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata 1\nm\n` +
        `M 644 inline "${name.replaceAll('\n', '\\n')}"\ndata ${text.length}\n${text}\n`;
      const input = file(1, path, 'a\nb') + file(2, `${path}e`, '');
      await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
      const { log, blame } = world.kind.open(directory);
      const commit = (await log.find('main', reading())) ?? '';
      const lines = async (query: object, name = path) => {
        const page = await blame.lines({ ...whole, commit, path: name, ...query }, reading());
        return page?.results.map(({ line, count }) => [line, count]);
      };
      expect(await lines({})).toEqual([[1, 2]]);
      expect(await lines({ first: 2 })).toEqual([[2, 1]]);
      expect(await lines({ first: 3 })).toEqual([]);
      expect(await lines({ first: 3, last: 9 })).toEqual([]);
      expect(await lines({ last: 9 })).toEqual([[1, 2]]);
      for (const part of [{}, { first: 1 }, { last: 1 }, { first: 2, last: 3 }])
        expect([part, await lines(part, `${path}e`)]).toEqual([part, []]);
    },
  );
});

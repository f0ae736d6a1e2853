import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';

const newest = { offset: 0, limit: 1000, oldestFirst: false };

describe('the history of a git repository', () => {
  const world = GitWorld.ofSuite();

  // git takes lines of a pattern for patterns, and what comes behind `\E` for one of another kind.
  it('is looked for by texts that mean nothing, of several lines too', async () => {
    const said = (at: number, message: string) =>
      `commit refs/heads/main\ncommitter C <c@d> ${at} +0000\ndata ${message.length}\n${message}\n`;
    const messages = [
      'One\n\nx: \xc3\xbc\ny\n',
      'two\\E.*',
      'One\n\nX: \xc3\x9c\nY',
      'y\nx: \xc3\xbc',
      'one',
    ];
    const { directory } = await world.repository();
    const stream = messages.map((message, at) => said(at + 1, message)).join('');
    const input = Buffer.from(stream, 'latin1');
    await world.must(['fast-import', '--quiet', '--date-format=raw'], { cwd: directory, input });
    const { log } = world.kind.open(directory);
    const tip = (await log.find('main', reading())) ?? '';
    const at = async (query: object) => {
      const page = await log.page({ ...newest, from: tip, ...query }, reading());
      return [page.results.map(({ committer }) => committer.at), page.more];
    };
    expect(await at({ text: 'x: ü\ny' })).toEqual([[3, 1], false]);
    expect(await at({ text: 'x: ü\ny', oldestFirst: true })).toEqual([[1, 3], false]);
    expect(await at({ text: 'x: ü\ny', oldestFirst: true, limit: 1 })).toEqual([[1], true]);
    expect(await at({ text: 'x: ü\ny', limit: 1 })).toEqual([[3], true]);
    expect(await at({ text: 'x: ü\ny', limit: 1, offset: 1 })).toEqual([[1], false]);
    expect(await at({ text: '\n\n' })).toEqual([[3, 1], false]);
    expect(await at({ text: 'one\ntwo' })).toEqual([[], false]);
    expect(await at({ text: 'y\nx: ü', author: 'c@D' })).toEqual([[4], false]);
    expect(await at({ text: 'y\nx', author: 'nobody' })).toEqual([[], false]);
    expect(await at({ text: '\\E.*' })).toEqual([[2], false]);
    expect(await at({ text: '\\E.*', author: 'C <' })).toEqual([[2], false]);
    expect(await at({ text: 'two', author: '.' })).toEqual([[], false]);
    expect(await at({ text: '\\E.*', author: 'c.d' })).toEqual([[], false]);
    expect(await at({ author: 'C\nnobody' })).toEqual([[], false]);
  });
});

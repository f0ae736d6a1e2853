import { reading } from '../awaited-reading.fixture.js';
import { GitWorld } from '../git-world.fixture.js';
import { objectText } from './object-text.js';

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Headers that mean nothing to anybody. */
const headers = 'a b\n'.repeat(225_000);
const commits = 40;

// A push of 200 KB brought 300 commits with a mebibyte of headers each. Who asked for a page of them had all taken
// apart, of which he was told nothing, and nobody else's transfers went on meanwhile.
describe('commits with headers without an end', () => {
  const world = GitWorld.ofSuite();

  it('end a page by what is read of them', async () => {
    const { directory } = await world.repository();
    let tip = '';
    for (let at = 1; at <= commits; at += 1) {
      const who = `C <c@d> ${at} +0000`;
      const parent = tip === '' ? '' : `parent ${tip}\n`;
      const text = `tree ${emptyTree}\n${parent}author ${who}\ncommitter ${who}\n${headers}\n${at}\n`;
      const write = ['hash-object', '-w', '--stdin', '-t', 'commit'];
      tip = (await world.must(write, { cwd: directory, input: Buffer.from(text) })).trim();
    }
    const { log } = world.kind.open(directory);
    const query = { from: tip, offset: 0, limit: 1000, oldestFirst: false };
    const { results, more } = await log.page(query, reading());
    expect([results.length, more]).toEqual([4, true]);
    expect(results.map(({ message }) => message)).toEqual(['40', '39', '38', '37']);
    const next = await log.page({ ...query, offset: 38 }, reading());
    expect([next.results.map(({ message }) => message), next.more]).toEqual([['2', '1'], false]);
  });

  it('are taken apart at their beginning', () => {
    const text = objectText(Buffer.from(`tree ${emptyTree}\nauthor a\n${headers}\nmessage`));
    expect(text.headers.length).toBeLessThan(20_000);
    expect([text.headers[1], text.message.toString()]).toEqual([['author', 'a'], 'message']);
  });
});

import type { LogQuery, Reading } from '@holdfast/vcs-spi';
import { describeMercurial } from '../mercurial-world.fixture.js';
import { sharedWorld } from '../shared-world.fixture.js';

/** Commits so many changesets with a message of so many characters. */
const program = String.raw`
import sys
from mercurial import context, hg, ui as uimod
repo = hg.repository(uimod.ui.load(), b'.')
count, length = map(int, sys.argv[1:])
parent = repo.nullid
with repo.lock(), repo.transaction(b'long'):
    for at in range(count):
        name = b'f%03d' % at
        file = lambda repo, ctx, path: context.memfilectx(repo, ctx, path, b'x')
        made = context.memctx(repo, (parent, repo.nullid), b'm' * length, [name], file, user=b'me', date=(at, 0))
        parent = repo.commitctx(made)
print(repo[parent].hex().decode())
`;

// A page of 1,000 commits with messages of 64 KiB was 64 MB in the program, and several times as much in the process
// that serves everybody, for an answer that was cut at 4 MB.
describeMercurial('long messages', () => {
  const world = sharedWorld();

  const count = 120;
  const length = 64 << 10;
  const most = 4 << 20;
  const reading = (): Reading => ({
    owner: { company: 'acme', account: 'ann' },
    deadline: Date.now() + 600_000,
  });

  it('end a page, and are cut where a list has others', async () => {
    const { url, directory } = await world.repository();
    const work = await world.work();
    const { output: head } = await world.python(work, ['-c', program, String(count), String(length)]);
    await world.must(work, 'push', '-q', url);
    const { log, tree } = world.kind.open(directory);
    const query: LogQuery = { from: head, offset: 0, limit: 1000, oldestFirst: true };
    const ids: string[] = [];
    for (let more = true; more;) {
      const page = await log.page({ ...query, offset: ids.length }, reading());
      const told = page.results.reduce((sum, { message }) => sum + message.length, 0);
      expect([told > 0, told < most]).toEqual([true, true]);
      ids.push(...page.results.map(({ id }) => id));
      more = page.more;
    }
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([count, count, head]);
    const found = await log.commits(ids, reading());
    expect(found.map((commit) => commit?.id)).toEqual(ids);
    expect(found.reduce((sum, commit) => sum + (commit?.message.length ?? 0), 0)).toBeLessThan(most);
    expect(found.at(-1)).toMatchObject({ cut: true });
    const part = { commit: head, path: '', backwards: false, offset: 0, limit: 1000, withCommits: true };
    const level = await tree.level(part, reading());
    const messages = (level?.results ?? []).map(({ commit }) => commit?.message.length ?? 0);
    expect(messages.length).toBe(count);
    expect(messages.reduce((sum, each) => sum + each)).toBeLessThan(most);
  });
});

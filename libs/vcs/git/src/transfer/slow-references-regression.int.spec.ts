import { createHash } from 'node:crypto';
import { reading } from '../awaited-reading.fixture.js';
import { GitWorld, pkt, zero } from '../git-world.fixture.js';
import { chainOf, paddedPack } from '../slow-chain.fixture.js';

/** So many are not made files, and chains of so many are not refused as such. */
const [many, depth] = [125, 63];
/** The end of such a chain takes git 30 to 100 ms. */
const size = 2 << 20;
const slowPack = 'this push has objects in a form that git reads slowly';
const actor = { name: 'A', email: 'a@example.org' };

// git reads what a reference is to name as it writes the reference. Where each is the end of a long chain of
// differences that took minutes, after the decision: the rights of who pushed had ended, and nobody else could push.
describe('a push of references to what git reads slowly', () => {
  const world = GitWorld.ofSuite({ naming: 150 });
  const push = async (names: string[], pack: Buffer) => {
    const { url, directory } = await world.seeded();
    const lines = names.map((id, at) =>
      pkt(`${zero} ${id} refs/tags/t${at}${at === 0 ? '\0 report-status side-band-64k' : ''}`),
    );
    const answer = await world.post(
      url,
      'receive-pack',
      Buffer.concat([Buffer.from(`${lines.join('')}0000`), pack]),
    );
    const text = await answer.text();
    const tags = await world.must(['for-each-ref', '--format=%(refname)', 'refs/tags'], { cwd: directory });
    return { text, tags: tags.split('\n').filter((line) => line !== '').length };
  };

  it('is refused, and changes nothing', async () => {
    const { pack, ids } = chainOf(many, { depth, size, slow: 1 });
    // By turns of two chains: git has always just read something else.
    const ends = Array.from({ length: 40 }, (_, at) => ids[(at % 2 === 0 ? depth : many) - 1 - (at >> 1)]);
    const { text, tags } = await push(ends, pack);
    expect(text).toContain('git takes too long to read what these references name');
    expect(tags).toBe(0);
    expect(world.reports.at(-1)).toMatchObject({ accepted: false });
  });

  it('is taken where they are read in time', async () => {
    const { pack, ids } = chainOf(20);
    expect(await push(ids, pack)).toMatchObject({ tags: 20 });
  });
});

// One commit was thought to take no longer than when it came: that alone took seconds, behind the decision.
describe('a branch that is to name what git reads slowly', () => {
  const world = GitWorld.ofSuite({ naming: 20, unpacking: 300_000, pushMemory: 1 << 30 });
  const empty = chainOf(0).pack;

  it('is refused, also where that is there already, and to who does not push', async () => {
    const { url, directory } = await world.seeded();
    const { pack, ids } = chainOf(many, { type: 'commit', depth, size: 2 * size, slow: 1 });
    const quick = (await world.must(['rev-parse', 'main'], { cwd: directory })).trim();
    const slow = ids[many - 1];
    const push = async (branch: string, id: string, objects: Buffer): Promise<string> => {
      const line = pkt(`${zero} ${id} refs/heads/${branch}\0 report-status side-band-64k`);
      const body = Buffer.concat([Buffer.from(`${line}0000`), objects]);
      return (await world.post(url, 'receive-pack', body)).text();
    };
    expect(await push('slow', slow, pack)).toContain('git takes too long to read');
    expect(await push('quick', quick, pack)).toContain('ok refs/heads/quick');
    expect(await push('slow', slow, empty)).toContain('git takes too long to read');
    const { branches } = world.kind.open(directory);
    await expect(branches.create({ id: 'slow', commit: slow, actor }, reading())).rejects.toMatchObject({
      code: 'too_large',
    });
    await branches.create({ id: 'again', commit: quick, actor }, reading());
    expect(Object.keys(await world.branchesOf(directory))).toEqual(['again', 'main', 'quick']);
  });
});

// Each push may name what takes git a while, and no commit-graph has tags: after some such pushes all later ones took
// a minute, and were refused. Tags and commits of others that came again, as ends of many differences, did the same.
describe('what git reads slowly, by many pushes or by what they bring', () => {
  // Packs are not joined meanwhile, however slow the machine is: git reads at once what was packed anew.
  const later = { delay: 600_000, longestDelay: 600_000 };
  const world = GitWorld.ofSuite({ naming: 60, unpacking: 300_000 }, later);
  /** What it takes git 10 ms and more to read. */
  const slowTag = () => {
    const { pack, ids } = chainOf(2, { type: 'tag', size, slow: 1, beside: true });
    return { pack, id: ids[1] };
  };
  const push = async (url: string, ref: string, id: string, objects: Buffer): Promise<string> => {
    const line = pkt(`${zero} ${id} ${ref}\0 report-status side-band-64k`);
    return (
      await world.post(url, 'receive-pack', Buffer.concat([Buffer.from(`${line}0000`), objects]))
    ).text();
  };

  it('is refused when there is much of it, and others still push', async () => {
    const { url, directory } = await world.seeded();
    const tag = async (name: string): Promise<string> => {
      const { pack, id } = slowTag();
      return push(url, `refs/tags/${name}`, id, pack);
    };
    let taken = 0;
    let answer = '';
    for (; taken < 40; taken += 1) {
      answer = await tag(`slow-${taken}`);
      if (!answer.includes('ok refs/tags/')) break;
    }
    expect(answer).toContain('git takes too long to read what the references of this repository name');
    expect(taken).toBeGreaterThan(0);
    const main = await world.must(['rev-parse', 'main'], { cwd: directory });
    expect(await push(url, 'refs/tags/quick', main, chainOf(0).pack)).toContain('ok refs/tags/quick');
  });

  it('is refused where a push brings anew what somebody else has, as the last of many differences', async () => {
    const { url, directory } = await world.seeded();
    for (const type of ['commit', 'tag'] as const) {
      const { ids, last, pack } = chainOf(120, { type, slow: 30 });
      const ref = type === 'tag' ? 'refs/tags' : 'refs/heads';
      expect(await push(url, `${ref}/others-${type}`, ids[119], last)).toContain(`ok ${ref}/others-${type}`);
      expect(await push(url, `${ref}/mine-${type}`, ids[0], pack)).toContain(slowPack);
    }
    const refs = await world.must(['for-each-ref', '--format=%(refname)'], { cwd: directory });
    expect(refs.trim().split('\n').sort()).toEqual([
      'refs/heads/main',
      'refs/heads/others-commit',
      'refs/tags/others-tag',
    ]);
  });

  it('is refused where a push brings anew the directories or files of others', async () => {
    const { url, directory } = await world.seeded();
    const file = chainOf(120, { type: 'blob', slow: 30 });
    expect(await push(url, 'refs/tags/others', file.ids[119], file.last)).toContain('ok refs/tags/others');
    expect(await push(url, 'refs/tags/mine', file.ids[0], file.pack)).toContain(slowPack);
    const refs = await world.must(['for-each-ref', '--format=%(refname)'], { cwd: directory });
    expect(refs.trim().split('\n').sort()).toEqual(['refs/heads/main', 'refs/tags/others']);
  });

  // Few differences, each of which copies a byte at a time, take as long as a hundred that do not.
  it('is refused where few differences are very long', async () => {
    const { url, directory } = await world.seeded();
    const file = chainOf(120, { type: 'blob', depth: 20, slow: 15 });
    expect(await push(url, 'refs/tags/others', file.ids[119], file.last)).toContain('ok refs/tags/others');
    expect(await push(url, 'refs/tags/mine', file.ids[0], file.pack)).toContain(slowPack);
    const quick = chainOf(120, { type: 'blob', depth: 20 });
    expect(await push(url, 'refs/tags/mine', quick.ids[0], quick.pack)).toContain('ok refs/tags/mine');
    await world.must(['cat-file', '-e', 'others'], { cwd: directory });
  });

  // git goes through all differences below an object to tell its kind: for 30,000 it worked ten seconds and more.
  it('is refused where git would work for long to tell of its objects, also as the first push', async () => {
    const { url } = await world.repository();
    const { pack, ids } = chainOf(30_000, { type: 'tag', size: 1_000 });
    expect(await push(url, 'refs/tags/deep', ids[0], pack)).toContain(slowPack);
  });

  // No difference, and yet slow: an object may have any number of blocks without content.
  it('is refused where much stands between that stands for nothing', async () => {
    const { url, directory } = await world.seeded();
    const main = (await world.must(['rev-parse', 'main'], { cwd: directory })).trim();
    const tree = (await world.must(['rev-parse', 'main:'], { cwd: directory })).trim();
    const content = 'what others have';
    const file = (
      await world.must(['hash-object', '-w', '--stdin'], { cwd: directory, input: content })
    ).trim();
    const commit = ['author', 'committer'].reduce(
      (text, who) => `${text}${who} A <a@x.example> 4070908800 +0000\n`,
      `tree ${tree}\n`,
    );
    const data = Buffer.from(`${commit}\nx`);
    const id = createHash('sha1').update(`commit ${data.length}\0`).update(data).digest('hex');
    const large = 2_000_000;
    expect(
      await push(url, 'refs/tags/mine', main, paddedPack('blob', Buffer.from(content), large)),
    ).toContain(slowPack);
    expect(await push(url, 'refs/heads/new', id, paddedPack('commit', data, large))).toContain(slowPack);
    expect(await push(url, 'refs/heads/new', id, paddedPack('commit', data, 0))).toContain(
      'ok refs/heads/new',
    );
    // What is new is merged one day.
    const own = paddedPack('blob', Buffer.from('own'), large);
    expect(await push(url, 'refs/tags/mine', main, own)).toContain(slowPack);
    expect(await world.must(['cat-file', '-p', file], { cwd: directory })).toBe(content);
  });

  it('is refused also beside references to much that is there already', async () => {
    const { url, directory } = await world.seeded();
    const count = 500;
    const made = Array.from(
      { length: count },
      (_, at) => `tag t${at}\nfrom refs/heads/main\ntagger A <a@x.example> 0 +0000\ndata 1\nx\n`,
    );
    await world.must(['fast-import', '--quiet'], { cwd: directory, input: made.join('') });
    const listed = await world.must(['for-each-ref', '--format=%(objectname) %(refname)', 'refs/tags'], {
      cwd: directory,
    });
    const again = listed
      .trim()
      .split('\n')
      .map((line) => pkt(`${line.slice(0, 40)} ${line}`))
      .join('');
    let taken = 0;
    let answer = '';
    for (; taken < 40; taken += 1) {
      const { pack, id } = slowTag();
      const line = pkt(`${zero} ${id} refs/tags/slow${taken}\0 report-status side-band-64k`);
      const body = Buffer.concat([Buffer.from(`${line}${again}0000`), pack]);
      answer = await (await world.post(url, 'receive-pack', body)).text();
      if (!answer.includes(`ok refs/tags/slow${taken}`)) break;
    }
    expect(answer).toContain('git takes too long to read what the references of this repository name');
    expect(taken).toBeGreaterThan(0);
  });

  it('is taken anew where git reads it at once', async () => {
    const { url } = await world.seeded();
    const { ids, last, pack } = chainOf(120, { type: 'commit', depth: 50 });
    expect(await push(url, 'refs/heads/others', ids[119], last)).toContain('ok refs/heads/others');
    expect(await push(url, 'refs/heads/mine', ids[0], pack)).toContain('ok refs/heads/mine');
  });
});

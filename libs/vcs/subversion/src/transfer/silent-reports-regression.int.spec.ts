import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

/** Walks through all paths, and tells of those of a name that matches. */
const report = (pattern: string): string => `<?xml version="1.0" encoding="utf-8"?>
<S:list-report xmlns:S="svn:" xmlns:D="DAV:"><S:path></S:path><S:revision>27</S:revision><S:depth>infinity</S:depth>
<S:pattern>${pattern}</S:pattern><S:prop>DAV:resourcetype</S:prop></S:list-report>`;

// Cheap copies of a directory into itself have millions of paths: two accounts kept all others of their company from
// reading a repository for a quarter of an hour.
describeSubversion('reports that say nothing', () => {
  // A company has three turns, an account one, and the two of a repository.
  const world = SubversionWorld.ofSuite({
    reads: { total: 4, perRepository: 2 },
    thought: 1_000,
    listing: 4_000,
    left: 1_000,
  });
  let url: string;
  beforeAll(async () => {
    ({ url } = await world.repository());
    const made = await world.as('dev', ['mkdir', '-q', '-m', 'x', `${url}/trunk/d`]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    for (let n = 1; n <= 25; n += 1)
      await world.must('svn', [
        ...['cp', '-q', '-m', 'x', `${url}/trunk/d`, `${url}/trunk/d/s${n}`],
        ...['--username', 'dev', '--password', 'x', '--non-interactive', '--no-auth-cache'],
      ]);
  });

  // 16 KiB in ten seconds were enough to keep a turn.
  it('give way after a while where they say something, too', async () => {
    const leaving = new AbortController();
    const heard = { ann: 0, bob: 0 };
    const asked = (['ann', 'bob'] as const).map(async (who) => {
      const authorization = `Basic ${Buffer.from(`${who}:x`).toString('base64')}`;
      const headers = { authorization, 'content-type': 'text/xml' };
      const options = { method: 'REPORT', headers, body: report('s1'), signal: leaving.signal };
      const answer = await fetch(`${url}/!svn/rvr/27/trunk`, options);
      for await (const piece of answer.body ?? []) heard[who] += (piece as Uint8Array).length;
    });
    const over = Promise.allSettled(asked);
    await sleep(2_000);
    const before = { ...heard };
    const since = Date.now();
    expect(await world.as('cleo', ['ls', `${url}/trunk/d@27`])).toMatchObject({ code: 0 });
    expect(Date.now() - since).toBeLessThan(20_000);
    expect(Math.min(before.ann, before.bob)).toBeGreaterThan(100_000);
    leaving.abort();
    await over;
  });

  it('give way to others, and go on where nobody waits', async () => {
    const leaving = new AbortController();
    const ended: number[] = [];
    const asked = ['ann', 'bob'].map(async (who) => {
      const authorization = `Basic ${Buffer.from(`${who}:x`).toString('base64')}`;
      const headers = { authorization, 'content-type': 'text/xml' };
      const options = { method: 'REPORT', headers, body: report('nothing'), signal: leaving.signal };
      ended.push((await fetch(`${url}/!svn/rvr/27/trunk`, options)).status);
    });
    await sleep(3_000);
    expect(ended).toEqual([]);
    expect(await world.as('cleo', ['ls', `${url}/trunk/d@27`])).toMatchObject({ code: 0 });
    await Promise.race(asked);
    expect(ended[0]).toBe(408);
    leaving.abort();
    await Promise.allSettled(asked);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { youngestIn } from '../process/youngest.js';
import { SessionDoor } from '../session/session-door.fixture.js';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

const skel = { 'content-type': 'application/vnd.svn-skel', body: '( create-txn )' };
/** Longer than until the right is looked at (ms). */
const long = 3_500;

// A revision of many copies takes half a minute to make, and was there though its maker's role had ended at once.
describeSubversion('a revision that is long in the making', () => {
  const world = SubversionWorld.ofSuite({ commits: 500, shares: { most: 1_500, least: 500, part: 0.25 } });
  let halted: number[] = [];
  let later: NodeJS.Timeout | undefined;
  const goOn = (): void => {
    // What one test has left would have the programs of the next one go on.
    clearTimeout(later);
    for (const pid of halted.splice(0))
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // It was ended.
      }
  };
  const halt = (pids: readonly number[]): void => {
    halted = [...pids];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
  };
  afterEach(() => {
    goOn();
    world.looks = Infinity;
    world.instead = undefined;
  });

  const children = async (): Promise<number[]> => {
    const parent = (await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim();
    const pids = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return pids.trim().split(' ').map(Number);
  };
  const merge = (url: string, name: string, who = 'ann') => {
    const address = `${new URL(url).pathname}/!svn/txn/${name}`;
    const body = `<D:merge xmlns:D="DAV:"><D:source><D:href>${address}</D:href></D:source></D:merge>`;
    return world.raw(who, 'MERGE', url, '', { body });
  };
  /**
   * Nothing is made or changed of what is left, it can only be removed. Where its end was written before it was cut
   * off, Subversion wrote it once more: that revision was damaged, and stayed so.
   */
  const expectLeft = async (url: string, name: string): Promise<void> => {
    for (const { status, text } of [
      await merge(url, name),
      await world.raw('ann', 'MKCOL', url, `/!svn/txr/${name}/more`),
      await world.raw('ann', 'DELETE', url, `/!svn/txr/${name}/trunk`),
    ])
      expect([status, text]).toEqual([409, expect.stringContaining('was being made a revision')]);
    expect((await world.raw('ann', 'DELETE', url, `/!svn/txn/${name}`)).status).toBe(204);
  };
  const transaction = async (url: string, who: string): Promise<string> => {
    const name = String((await world.raw(who, 'POST', url, '/!svn/me', skel)).headers['svn-txn-name']);
    expect((await world.raw(who, 'MKCOL', url, `/!svn/txr/${name}/${who}`)).status).toBe(201);
    return name;
  };
  /** A commit over HTTP whose server stands still; `meanwhile` is done when it has been allowed. */
  const overHttp = async (url: string, meanwhile: () => void) => {
    const name = await transaction(url, 'ann');
    const before = await children();
    world.instead = () => {
      halt(before);
      meanwhile();
      later = setTimeout(goOn, long);
      return Promise.resolve({ accepted: true as const });
    };
    const { status, text } = await merge(url, name);
    world.instead = undefined;
    goOn();
    // The server looks each second which of them have ended.
    await sleep(2_000);
    const after = await children();
    return { name, status, text, ended: before.filter((pid) => !after.includes(pid)).length };
  };

  it('is none where the right of who makes it ends, and others commit then', async () => {
    const { url, directory } = await world.repository();
    const end = (): void => void (world.looks = 0);
    const { name, status, text, ended } = await overHttp(url, end);
    expect([status, text, ended]).toEqual([403, expect.stringContaining('no such repository'), 1]);
    expect(await youngestIn(directory)).toBe(1);
    expect(world.reports.at(-1)).toMatchObject({ accepted: true, changed: false });
    world.looks = Infinity;
    const next = await world.as('bob', ['mkdir', '-m', 'x', `${url}/next`]);
    expect([next.stderr, await youngestIn(directory)]).toEqual(['', 2]);
    await expectLeft(url, name);
    expect(await world.must('svnadmin', ['verify', '-q', directory])).toBe('');
  });

  it('is made where the right lasts', async () => {
    const { url, directory } = await world.repository();
    const made = await overHttp(url, () => undefined);
    expect([made.status, made.ended, await youngestIn(directory)]).toEqual([200, 0, 2]);
  });

  const program = async (root: string): Promise<number[]> => {
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
      // Where setup has put it as an ordinary user, it is called by its whole path.
      if (/^(?:\S*\/)?svnserve\0-t\0-r\0/.test(line) && line.includes(`\0-r\0${root}`)) return [Number(id)];
    }
    return [];
  };
  const commit =
    '( commit ( 4:fine ( ) false ) ) ( open-root ( ( ) 2:c0 ) ) ( add-dir ( 3:new 2:c0 2:c1 ( ) ) ) ' +
    '( close-dir ( 2:c1 ) ) ( close-dir ( 2:c0 ) ) ( close-edit ( ) ) ';

  it.each([
    [0, 1],
    [Infinity, 2],
  ])('is there over SSH as well only where the right lasts: %p looks', async (looks, youngest) => {
    const { url, directory } = await world.repository();
    const door = await SessionDoor.of(world.engine, directory, 'serve');
    world.instead = async () => {
      halt(await program(world.root));
      expect(halted.length).toBe(1);
      world.looks = looks;
      later = setTimeout(goOn, long);
      return { accepted: true as const };
    };
    const { reason } = await door.conversation(commit);
    door.close();
    await Promise.allSettled(door.conversations);
    expect([reason, await youngestIn(directory)]).toEqual([
      looks === 0 ? 'no such repository' : undefined,
      youngest,
    ]);
    Object.assign(world, { looks: Infinity, instead: undefined });
    for (const left of await readdir(join(directory, 'db', 'transactions')))
      await expectLeft(url, left.replace('.txn', ''));
  });

  // A developer with one commit of minutes after another kept everybody else from committing: who waited was refused.
  it('gives way to another account that has waited, and is harmless', async () => {
    const { url, directory } = await world.repository();
    const [anns, bobs] = [await transaction(url, 'ann'), await transaction(url, 'bob')];
    const pids = await children();
    let others: ReturnType<typeof merge> | undefined;
    world.instead = () => {
      world.instead = undefined;
      halt(pids);
      others = merge(url, bobs, 'bob');
      later = setTimeout(goOn, 2 * long);
      return Promise.resolve({ accepted: true as const });
    };
    const { status, text } = await merge(url, anns);
    goOn();
    expect([status, text]).toEqual([503, expect.stringContaining('others have waited')]);
    expect([(await others)?.status, await youngestIn(directory)]).toEqual([200, 2]);
    await expectLeft(url, anns);
    const next = await world.as('ann', ['mkdir', '-m', 'x', `${url}/next`]);
    expect([next.stderr, await youngestIn(directory)]).toEqual(['', 3]);
    expect(await world.must('svnadmin', ['verify', '-q', directory])).toBe('');
  });

  it('gives way over SSH as well', async () => {
    const { url, directory } = await world.repository();
    const bobs = await transaction(url, 'bob');
    const door = await SessionDoor.of(world.engine, directory, 'serve');
    let others: ReturnType<typeof merge> | undefined;
    world.instead = async () => {
      world.instead = undefined;
      halt(await program(world.root));
      others = merge(url, bobs, 'bob');
      later = setTimeout(goOn, 2 * long);
      return { accepted: true as const };
    };
    const { reason } = await door.conversation(commit);
    door.close();
    await Promise.allSettled(door.conversations);
    expect([reason, (await others)?.status, await youngestIn(directory)]).toEqual([
      expect.stringContaining('others have waited'),
      200,
      2,
    ]);
  });
});

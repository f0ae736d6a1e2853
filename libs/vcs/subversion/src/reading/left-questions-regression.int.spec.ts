import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

/** What an account may read at a time. */
const most = 8;

// A few copies make ten million files. Who had them listed over the API again and again had all workers of the server
// walk through them, for minutes after he had been told that it took too long: commits of everybody waited.
describeSubversion('questions of ours for which nobody waits any more', () => {
  const world = SubversionWorld.ofSuite({ left: 3_000 });

  const server = async (): Promise<number> =>
    Number((await readFile(join(world.root, 'state/server/server.pid'), 'utf8')).trim());
  const children = async (): Promise<number[]> => {
    const parent = await server();
    const pids = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return pids.trim().split(' ').map(Number);
  };

  it('keep their turns until the server has let go of them, at the latest with its process', async () => {
    const { directory } = await world.repository();
    const { tree } = world.kind.open(directory);
    const files = (milliseconds: number) => {
      const owner = { company: 'acme', account: 'ann' };
      const reading = { owner, deadline: Date.now() + milliseconds };
      const query = { commit: '1', backwards: false, offset: 0, limit: 10 };
      return tree.files(query, reading).then(
        ({ results }) => results.length,
        ({ message }: Error) => message,
      );
    };
    const ask = (milliseconds: number) =>
      Promise.all(Array.from({ length: most }, () => files(milliseconds)));
    // Their connections are kept, so that processes of the server have them when they stop.
    expect(new Set(await ask(20_000))).toEqual(new Set([0]));
    const parent = await server();
    process.kill(parent, 'SIGSTOP'); // it makes no more of them
    const before = await children();
    for (const pid of before) process.kill(pid, 'SIGSTOP');
    await sleep(200);
    expect(new Set(await ask(1_000))).toEqual(new Set(['the reading took too long']));
    expect(await files(1_000)).toBe('too much is read at this moment');
    process.kill(parent, 'SIGCONT');
    let after = await children();
    for (let times = 0; times < 300 && before.every((pid) => after.includes(pid)); times += 1) {
      await sleep(100);
      after = await children();
    }
    expect(before.filter((pid) => !after.includes(pid)).length).toBeGreaterThan(0);
    for (const pid of before) if (after.includes(pid)) process.kill(pid, 'SIGCONT');
    expect(await files(20_000)).toBe(0);
  });
});

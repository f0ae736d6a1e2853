import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { FetchMemory } from './fetch-memory.js';

const mib = 2 ** 20;

// After a push of 109 KB, of large trees in one another, each fetch took 1.3 GB, and a guest could have twelve at once.
describe('what fetches have in memory together', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  /** A program that has started one, which has so many MiB. */
  const programOf = async (size: number): Promise<ChildProcess> => {
    const large = `const all = Buffer.alloc(${size * mib}, 1); console.log(all.length); setInterval(() => all[0], 1e6)`;
    const child = spawn('sh', ['-c', `"${process.execPath}" -e '${large}' & wait`], { detached: true });
    children.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const endOf = (child: ChildProcess) => () => {
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  };

  it('is bounded: whose have the most loses the largest, and the others go on', async () => {
    const memory = new FetchMemory({ bytes: 900 * mib, part: 1 });
    const [ada, bob] = [[200, 150, 250], [300]];
    const programs: [owner: string, child: ChildProcess][] = [];
    for (const size of ada) programs.push(['ada', await programOf(size)]);
    for (const size of bob) programs.push(['bob', await programOf(size)]);
    const ended = once(programs[2][1], 'exit');
    const failures = programs.map(([owner, child]) => memory.count(child, owner, endOf(child)));
    await ended;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(failures.map((failure) => failure()?.status)).toEqual([undefined, undefined, 503, undefined]);
    expect(programs.map(([, { signalCode }]) => signalCode)).toEqual([null, null, 'SIGKILL', null]);
    memory.stop();
  });

  it('is let be where it fits', async () => {
    const memory = new FetchMemory({ bytes: 500 * mib, part: 1 });
    const child = await programOf(200);
    const failure = memory.count(child, 'ada', endOf(child));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect([failure(), child.signalCode]).toEqual([undefined, null]);
    memory.stop();
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProgramMemory, type SharedBy } from './program-memory.js';

const mib = 2 ** 20;

// After a push of 109 KB, of large trees in one another, each fetch took 1.3 GB, and a guest could have twelve at once.
describe('what programs of transfers have in memory together', () => {
  const children: ChildProcess[] = [];
  const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ESRCH';
  // With what each has started, which would stay with all that it has.
  afterEach(() => {
    for (const child of children.splice(0))
      try {
        endOf(child)();
      } catch (error) {
        if (!isGone(error)) throw error;
      }
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

  const by = (account: string, company = 'acme'): SharedBy => ({ company, account });
  const signals = (programs: readonly ChildProcess[]) => programs.map(({ signalCode }) => signalCode);

  it('is bounded: whose have the most loses the largest, and the others go on', async () => {
    const memory = new ProgramMemory(900 * mib);
    const programs: ChildProcess[] = [];
    for (const size of [200, 150, 250, 300]) programs.push(await programOf(size));
    const ended = once(programs[2], 'exit');
    for (const [at, child] of programs.entries())
      memory.count(child, by(at < 3 ? 'ada' : 'bob'), endOf(child));
    await ended;
    await sleep(500);
    expect(programs.map((child) => memory.isSpent(child))).toEqual([false, false, true, false]);
    expect(signals(programs)).toEqual([null, null, 'SIGKILL', null]);
  });

  it('is first that of the company whose programs have the most, and not of what is let go', async () => {
    const memory = new ProgramMemory(500 * mib);
    const programs: ChildProcess[] = [];
    for (const size of [150, 160, 220, 400]) programs.push(await programOf(size));
    const ended = once(programs[1], 'exit');
    const owners = [by('ada'), by('bob'), by('eve', 'other'), by('kim', 'third')];
    for (const [at, child] of programs.entries()) memory.count(child, owners[at], endOf(child));
    memory.letGo(programs[3]);
    await ended;
    await sleep(500);
    expect(signals(programs)).toEqual([null, 'SIGKILL', null, null]);
  });

  it('is let be where it fits', async () => {
    const memory = new ProgramMemory(500 * mib);
    const child = await programOf(200);
    memory.count(child, by('ada'), endOf(child));
    await sleep(1_500);
    expect([memory.isSpent(child), child.signalCode]).toEqual([false, null]);
  });
});

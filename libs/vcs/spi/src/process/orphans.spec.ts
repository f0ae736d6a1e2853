import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { engineMark } from './child-processes.js';
import { claimState } from './orphans.js';

// Only Linux tells environments of processes; elsewhere `tools/test` counts it as skipped, which CI takes for a
// failure.
(process.platform === 'linux' ? describe : describe.skip)('what a killed engine has left running', () => {
  let directory: string;
  let mark: string;
  const pids: number[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'hf-orphans-'));
    mark = join(directory, 'state');
  });
  afterEach(async () => {
    for (const pid of pids.splice(0)) if (isThere(pid)) process.kill(pid, 'SIGKILL');
    await rm(directory, { recursive: true });
  });

  /** What the system says of a process: its state, its parent. Undefined: it has gone, or ended at least. */
  const parentOf = (pid: number): number | undefined => {
    try {
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /, '')
        .split(' ');
      return state === 'Z' ? undefined : Number(parent);
    } catch {
      return undefined;
    }
  };
  const isThere = (pid: number): boolean => parentOf(pid) !== undefined;
  const commandOf = (pid = 0): string => {
    try {
      return pid <= 1 ? '' : readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    } catch {
      return '';
    }
  };
  /** A process of the mark in a group of its own, whose parent is the program that is given. */
  const left = async (program: string, args: string[], ownMark = mark): Promise<number> => {
    const env = { PATH: '/usr/bin:/bin', [engineMark]: ownMark };
    const parent = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env, detached: true });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    pids.push(Number(said.toString()));
    return pids[pids.length - 1];
  };
  /** Its parent ends at once; `detached`: it leads a group. */
  const orphan = (ownMark?: string, detached = true): Promise<number> => {
    const script = `const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: ${detached} });
      console.log(child.pid); child.unref();`;
    return left(process.execPath, ['-e', script], ownMark);
  };

  it('is ended when the next one begins, with what it has started', async () => {
    await claimState(mark);
    const [leader, follower] = [await orphan(), await orphan(mark, false)];
    expect([leader, follower].map(isThere)).toEqual([true, true]);
    while (pids.some((pid) => commandOf(parentOf(pid)).includes('node'))) await sleep(10);
    await claimState(mark);
    expect([leader, follower].map(isThere)).toEqual([false, false]);
  });

  it('is left alone where another engine has begun it, or is there yet', async () => {
    await claimState(mark);
    const other = await orphan(`${mark}-of-another`);
    const script = `const { spawn } = require('node:child_process');
      const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
      console.log(child.pid); setTimeout(() => undefined, 60_000);`;
    const ofLiving = await left(process.execPath, ['-e', script]);
    pids.push(parentOf(ofLiving) ?? NaN);
    await claimState(mark);
    expect([other, ofLiving].map(isThere)).toEqual([true, true]);
  });
});

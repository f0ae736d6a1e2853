import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { access, home } from '../system.js';
import { pidOf, type Part } from './part.js';
import type { Persistent } from './persistent.js';
import { byteProcess, readProcess } from './processes.js';

export type Crashing = Part | 'byte process';

/** Ends a part at once, as a crash would. */
export const crash = (part: Crashing): void => {
  process.kill(part === 'byte process' ? byteProcess() : pidOf(part), 'SIGKILL');
};

/**
 * The parts that a scenario ends, one after the other: all of them in `tools/test crash`, otherwise the first, which
 * is the one that writes.
 */
export const crashed = (...parts: [Crashing, ...Crashing[]]): Crashing[] =>
  process.env.HOLDFAST_TEST_CRASHES === 'all' ? parts : parts.slice(0, 1);

/** By how much the byte process grows at most while the work is done (MiB of resident memory). */
export const byteProcessGrowth = async (work: () => Promise<void>): Promise<number> => {
  const pid = String(byteProcess());
  const memory = (kind: string): number =>
    Number(new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(readProcess(pid, 'status'))?.[1]) / 1024;
  const before = memory('VmRSS');
  // Linux forgets the highest value.
  writeFileSync(join('/proc', pid, 'clear_refs'), '5');
  await work();
  return memory('VmHWM') - before;
};

/** For so long the gateway tells what it has seen last (ms). */
const told = 600;

/** Waits until the installation, or that of another site, calls itself ready, seen after now. */
export const ready = async (milliseconds = 60_000, site = access.site_url): Promise<void> => {
  await sleep(told);
  const until = Date.now() + milliseconds;
  for (;;) {
    const answer = await fetch(`${site}/health/ready`).catch(() => undefined);
    const said = await answer?.text();
    if (answer?.status === 200) return;
    if (Date.now() > until)
      throw new Error(`not ready again after ${milliseconds} ms: ${said ?? 'no answer'}`);
    await sleep(50);
  }
};

/** Waits until something holds. */
export const until = async (holds: () => boolean, milliseconds = 90_000): Promise<void> => {
  const end = Date.now() + milliseconds;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`did not come true in ${milliseconds} ms: ${holds.toString()}`);
    await sleep(20);
  }
};

/** Crashes a part while all these are at work, each after `few` acknowledgements, and ends when each has one more. */
export const crashAmid = async (part: Crashing, all: readonly Persistent[], few: number): Promise<void> => {
  let going = true;
  const work = Promise.all(all.map((each) => each.while(() => going)));
  const acknowledged = (): number => Math.min(...all.map((each) => each.acknowledged.length));
  try {
    await until(() => acknowledged() > few);
    crash(part);
    await sleep(200);
    await ready();
    const before = acknowledged();
    // What was under way is answered when its time is over.
    await until(() => acknowledged() > before, 60_000);
  } finally {
    going = false;
    await work;
  }
};

/** The directories of the data of a service whose name ends so. */
export const dataOf = (service: 'repository' | 'artifact', end: string): string[] => {
  const root = join(home, 'data', service);
  return below(root)
    .filter((path) => path.endsWith(end))
    .map((path) => join(root, path));
};

/** Upkeep may remove a directory while it is read. */
const below = (root: string, left = 20): string[] => {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if (left === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return below(root, left - 1);
  }
};

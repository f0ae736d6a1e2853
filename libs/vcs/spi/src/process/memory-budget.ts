import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** For whom a program runs (uuids). */
export interface MemoryOwner {
  company: string;
  account: string;
}

interface Followed extends MemoryOwner {
  child: ChildProcess;
  end: () => void;
  isEnded: boolean;
}

/** How often is looked (ms). A program takes half a gigabyte more meanwhile. */
const every = 500;

/**
 * What programs that run beside each other have of memory in all. Who unfolds what is small can have much, for as long
 * as he likes: where it is too much, the largest program of the account with the most ends, in the company with the
 * most.
 */
export class MemoryBudget {
  private readonly followed = new Set<Followed>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    /** Bytes. */
    private readonly total: number,
    private readonly sizeOf: (child: ChildProcess) => number = residentSize,
  ) {}

  /** `end` is called where it has to give way, once. Call what it answers where it must not any more. */
  follow(child: ChildProcess, { company, account }: MemoryOwner, end: () => void): () => void {
    const followed = { company, account, child, end, isEnded: false };
    this.followed.add(followed);
    const leave = (): void => this.leave(followed);
    child.once('exit', leave).once('error', leave);
    this.timer ??= setInterval(() => this.look(), every).unref();
    return leave;
  }

  private leave(followed: Followed): void {
    this.followed.delete(followed);
    if (this.followed.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    // What one has that is ending is free soon.
    let those = [...this.followed]
      .filter(({ isEnded }) => !isEnded)
      .map((each) => ({ each, size: this.sizeOf(each.child) }));
    while (those.length > 0 && sumOf(those) > this.total) {
      const last = largest(ofLargest(ofLargest(those, 'company'), 'account'));
      last.each.isEnded = true;
      last.each.end();
      those = those.filter((one) => one !== last);
    }
  }
}

interface Sized {
  each: Followed;
  size: number;
}

const sumOf = (those: readonly Sized[]): number => those.reduce((sum, { size }) => sum + size, 0);

const largest = (those: readonly Sized[]): Sized =>
  those.reduce((one, other) => (other.size > one.size ? other : one));

/** Those of the company, or the account, that has the most. */
const ofLargest = (those: readonly Sized[], party: keyof MemoryOwner): Sized[] => {
  const sums = new Map<string, number>();
  for (const { each, size } of those) sums.set(each[party], (sums.get(each[party]) ?? 0) + size);
  const most = Math.max(...sums.values());
  const first = those.find(({ each }) => sums.get(each[party]) === most);
  return those.filter(({ each }) => each[party] === first?.each[party]);
};

/** Bytes; 0 where it has gone, or the system does not tell. */
const residentSize = ({ pid }: ChildProcess): number => {
  if (pid === undefined) return 0;
  try {
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** Bytes of a page of memory, on all machines that we run on. */
const page = 4096;

/** What it has for itself, as mapped packs are not, with what it has started; 0 as there. */
export const ownSize = ({ pid }: Pick<ChildProcess, 'pid'>): number => {
  if (pid === undefined) return 0;
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ');
    const started = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ');
    const theirs = started.filter(Boolean).map((each) => ownSize({ pid: Number(each) }));
    return theirs.reduce((sum, each) => sum + each, (Number(resident) - Number(shared)) * page);
  } catch {
    return 0;
  }
};

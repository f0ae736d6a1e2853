import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** What a program that waits is told. No text may hold a line end or a NUL. */
export interface Instructions {
  /** Most KiB of data; absent: as many as this process may have. */
  limit?: number;
  /** KiB of its stack, and of those of what it starts; absent: as this process. */
  stack?: number;
  /** `NAME=value`, beside what it was started with. */
  variables: readonly string[];
  /** Come behind the words it was started with. */
  words: readonly string[];
}

/** Where it reads what it is told. */
const ear = 3;

/**
 * What a shell runs that waits to be told what to become: the first of its words is the program, the others the first
 * of that one's. It splits nothing into words. Where no limit can be set there is none.
 */
export const waiting = [
  'read -r limit <&3 || exit 0',
  'read -r stack <&3',
  'read -r left <&3',
  'while [ "$left" -gt 0 ]; do IFS= read -r word <&3; export "$word"; left=$((left - 1)); done',
  'read -r left <&3',
  'while [ "$left" -gt 0 ]; do IFS= read -r word <&3; set -- "$@" "$word"; left=$((left - 1)); done',
  'exec 3<&-',
  '[ -z "$limit" ] || ulimit -d "$limit" 2>/dev/null',
  '[ -z "$stack" ] || ulimit -s "$stack" 2>/dev/null',
  'exec "$0" "$@"',
].join('\n');

/** A program to which nothing is told for so long ends (ms). */
const longestWait = 30_000;

/**
 * Programs that are started before somebody waits for them: a start stops all else in this process for some
 * milliseconds, and often takes longer than what is asked. Each runs `waiting`; its descriptor 3 is a pipe.
 */
export class ReadyPrograms {
  private readonly ready = new Set<ChildProcess>();
  private soon: NodeJS.Immediate | undefined;
  private idle: NodeJS.Timeout | undefined;
  private closed = false;

  /** `most`: so many wait. `patience`: for tests. */
  constructor(
    private readonly start: () => ChildProcess,
    private readonly most = 2,
    private readonly patience = longestWait,
  ) {}

  /** One that becomes what it is told; undefined where none waits. There will be more. */
  take({ limit, stack, variables, words }: Instructions): ChildProcess | undefined {
    if (this.closed) return undefined;
    this.soon ??= setImmediate(() => this.fill());
    const [child] = this.ready;
    if (!child) return undefined;
    this.ready.delete(child);
    hold(child, 'ref');
    const told = [limit ?? '', stack ?? '', variables.length, ...variables, words.length, ...words];
    const control = controlOf(child);
    control.end(`${told.join('\n')}\n`, () => control.destroy());
    return child;
  }

  close(): void {
    this.closed = true;
    clearImmediate(this.soon);
    this.rest();
  }

  private fill(): void {
    this.soon = undefined;
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.rest(), this.patience).unref();
    while (this.ready.size < this.most) this.add();
  }

  private add(): void {
    const child = this.start();
    const forget = (): boolean => this.ready.delete(child);
    child.once('exit', forget).once('error', forget);
    // One that has ended tells so by itself.
    controlOf(child).on('error', () => undefined);
    hold(child, 'unref');
    this.ready.add(child);
  }

  /** They read the end of what they are told, and end. */
  private rest(): void {
    clearTimeout(this.idle);
    for (const child of this.ready) controlOf(child).destroy();
    this.ready.clear();
  }
}

const controlOf = (child: ChildProcess): Socket => child.stdio[ear] as Socket;

/** Whether this process stays for one that waits. */
const hold = (child: ChildProcess, how: 'ref' | 'unref'): void => {
  child[how]();
  for (const stream of child.stdio) (stream as Socket | null)?.[how]();
};

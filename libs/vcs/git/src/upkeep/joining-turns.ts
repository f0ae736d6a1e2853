/** How long one turn may take while others wait (ms): the first of a directory, and the longest of all. */
export interface TurnTimes {
  first: number;
  longest: number;
}

const usual: TurnTimes = { first: 60_000, longest: 30 * 60_000 };
/** By so much the next turn of a directory may be longer that did not come to its end. */
const growth = 4;
/** Directories in which somebody writes are looked at again after so long (ms). */
const again = 100;

interface Turn {
  directory: string;
  company: string;
  abort: AbortController;
  done: Promise<void>;
  /** Its time is up: it goes on until somebody waits. */
  isOver: boolean;
  /** Somebody has waited for it as long as anybody does. */
  isAwaited?: boolean;
}

export interface TurnWork {
  /** Ends early where the signal says so. */
  work(directory: string, signal: AbortSignal): Promise<unknown>;
  /** Nothing is begun there now, for a directory that has waited since then (ms since 1970). */
  isBusy(directory: string, since: number): boolean;
}

/**
 * Long work on directories, one at a time. Companies have turns by and by, however many directories they have, and
 * within a company those come first that have had the least time. A turn ends when its time is up and others wait.
 */
export class JoiningTurns {
  /** Directories by company, and since when they wait (ms since 1970). The first company is the next one. */
  private readonly waiting = new Map<string, Map<string, number>>();
  private readonly allowed = new Map<string, number>();
  private current: Turn | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** Where nothing is begun, and for how many reasons. */
  private readonly paused = new Map<string, number>();
  /** Who waits for the end of a turn, by its directory. */
  private readonly awaited = new Map<string, (() => void)[]>();

  constructor(
    private readonly on: TurnWork,
    private readonly times: TurnTimes = usual,
  ) {}

  /** `since`: when it began to wait (ms since 1970), if it has before. */
  add(directory: string, company: string, since = Date.now()): void {
    if (this.stopped) return;
    const own = this.waiting.get(company) ?? new Map<string, number>();
    this.waiting.set(company, own.set(directory, Math.min(since, own.get(directory) ?? since)));
    if (this.current?.isOver) this.current.abort.abort();
    this.next();
  }

  /** The turn of this directory, if it has one now. */
  of(directory: string): Pick<Turn, 'abort' | 'done' | 'isAwaited'> | undefined {
    return this.current?.directory === directory ? this.current : undefined;
  }

  /** Adds one, and resolves when a turn of it has come to its end, however often it is interrupted before. */
  async finish(directory: string, company: string, signal: AbortSignal): Promise<void> {
    const ended = new Promise<void>((resolve, reject) => {
      this.awaited.set(directory, [...(this.awaited.get(directory) ?? []), resolve]);
      const end = (): void => {
        this.forget(directory);
        reject(new Error('nobody waits for it any more'));
      };
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
    });
    if (!signal.aborted) this.add(directory, company);
    return ended;
  }

  /** Does work while a directory has no turn. One that it has now ends, and comes again. */
  async without<T>(directory: string, work: () => Promise<T>): Promise<T> {
    this.paused.set(directory, (this.paused.get(directory) ?? 0) + 1);
    const turn = this.current?.directory === directory ? this.current : undefined;
    if (turn) this.add(directory, turn.company);
    turn?.abort.abort();
    try {
      await turn?.done;
      return await work();
    } finally {
      const left = (this.paused.get(directory) ?? 1) - 1;
      if (left > 0) this.paused.set(directory, left);
      else this.paused.delete(directory);
      this.next();
    }
  }

  forget(directory: string): void {
    for (const company of this.waiting.keys()) this.take(company, directory);
    this.allowed.delete(directory);
    if (this.current?.directory !== directory) return;
    this.current.isOver = false;
    this.current.abort.abort();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.waiting.clear();
    this.current?.abort.abort();
    await this.current?.done;
  }

  private next(): void {
    if (this.current || this.stopped) return;
    clearTimeout(this.timer);
    for (const [company, own] of this.waiting) {
      const [directory] = [...own]
        .filter(([each, since]) => !this.paused.has(each) && !this.on.isBusy(each, since))
        .map(([each]) => each)
        .sort((a, b) => this.timeOf(a) - this.timeOf(b));
      if (directory === undefined) continue;
      this.take(company, directory);
      // Its others come after those of all companies that wait now.
      if (this.waiting.delete(company) && own.size > 0) this.waiting.set(company, own);
      return this.begin(directory, company);
    }
    if (this.hasUnpaused) this.timer = setTimeout(() => this.next(), again).unref();
  }

  private begin(directory: string, company: string): void {
    const abort = new AbortController();
    const time = this.timeOf(directory);
    const turn: Turn = { directory, company, abort, done: Promise.resolve(), isOver: false };
    const up = setTimeout(() => {
      if (abort.signal.aborted) return;
      turn.isOver = true;
      if (this.waiting.size > 0) abort.abort();
    }, time).unref();
    this.current = turn;
    turn.done = this.on
      .work(directory, abort.signal)
      .catch(() => undefined)
      .then(() => {
        clearTimeout(up);
        this.current = undefined;
        if (!abort.signal.aborted) this.cameToItsEnd(directory);
        else if (turn.isOver) {
          this.allowed.set(directory, Math.min(time * growth, this.times.longest));
          this.add(directory, company);
        }
        this.next();
      });
  }

  private cameToItsEnd(directory: string): void {
    this.allowed.delete(directory);
    for (const tell of this.awaited.get(directory) ?? []) tell();
    this.awaited.delete(directory);
  }

  /** Those that are paused are looked at when that ends. */
  private get hasUnpaused(): boolean {
    return [...this.waiting.values()].some((own) => [...own.keys()].some((each) => !this.paused.has(each)));
  }

  private take(company: string, directory: string): void {
    const own = this.waiting.get(company);
    own?.delete(directory);
    if (own?.size === 0) this.waiting.delete(company);
  }

  private timeOf(directory: string): number {
    return this.allowed.get(directory) ?? this.times.first;
  }
}

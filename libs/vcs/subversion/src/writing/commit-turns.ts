import { within } from '@holdfast/kernel';
import type { ReadLeases } from '../process/read-leases.js';
import { LeftShares, usualShares, type CommitShares } from './commit-shares.js';

/** How long a commit waits for those before it (ms). */
export interface CommitPatience {
  /** While no other one of its party came before it: behind one that may keep it for minutes. */
  alone: number;
  /** Any other one, as each keeps a place of those of which a repository has some. */
  beside: number;
  /** Its client waits no more. */
  gone?: AbortSignal;
}

/** So many commits to a repository wait for long: each keeps a place of those for all writes of a node. */
const mostPatient = 4;

/** A commit that waits. */
interface Waiting {
  party: string;
  since: number;
  begin: () => void;
}

/** A commit that is under way. */
interface Working {
  party: string;
  /** Since when it keeps others waiting, as far as that was not counted; undefined: it does not. */
  since?: number;
  /** For how long it did. */
  kept: number;
  enough: AbortController;
}

/** The commits to one repository. */
class Line {
  private readonly waiting: Waiting[] = [];
  private readonly worked = new Map<string, number>();
  private working: Working | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly directory: string,
    private readonly shares: CommitShares,
    private readonly left: LeftShares,
    private readonly now: () => number,
  ) {}

  async work<T>(party: string, work: (enough: AbortSignal) => Promise<T>): Promise<T> {
    const enough = new AbortController();
    const began = this.now();
    this.working = { party, kept: 0, enough };
    this.look();
    try {
      return await work(enough.signal);
    } finally {
      this.look();
      clearTimeout(this.timer);
      this.working = undefined;
      // How long each party has worked since nobody waited (ms).
      this.worked.set(party, (this.worked.get(party) ?? 0) + this.now() - began);
    }
  }

  /** Who has worked least, of these who came first; he waits no more. */
  take(): Waiting | undefined {
    const workOf = ({ party }: Waiting): number => this.worked.get(party) ?? 0;
    const least = Math.min(...this.waiting.map(workOf));
    const next = this.waiting.find((each) => workOf(each) === least);
    if (next) this.leave(next);
    return next;
  }

  isTurn(party: string, patience: number | CommitPatience): Promise<boolean> {
    let answer: (is: boolean) => void = () => undefined;
    const turn = new Promise<boolean>((resolve) => (answer = resolve));
    const mine = { party, since: this.now(), begin: () => answer(true) };
    const { alone, beside, gone } =
      typeof patience === 'number' ? { alone: patience, beside: patience } : patience;
    const isAlone = this.waiting.length < mostPatient && this.waiting.every((each) => each.party !== party);
    const most = isAlone ? alone : beside;
    const leave = (): boolean => {
      this.leave(mine);
      return false;
    };
    const end = (): void => answer(leave());
    if (gone?.aborted) return Promise.resolve(false);
    gone?.addEventListener('abort', end, { once: true });
    this.waiting.push(mine);
    this.look();
    return within(most, turn, leave).finally(() => gone?.removeEventListener('abort', end));
  }

  private leave(one: Waiting): void {
    const at = this.waiting.indexOf(one);
    if (at >= 0) this.waiting.splice(at, 1);
    this.look();
  }

  /** Counts for how long others are kept; who has kept them for long enough hears of it. */
  private look(): void {
    clearTimeout(this.timer);
    const { working, shares, left } = this;
    if (!working) return;
    const { party, since, enough } = working;
    const key = JSON.stringify([this.directory, party]);
    const now = this.now();
    if (since !== undefined) {
      working.kept += now - since;
      left.spend(key, since);
    }
    const first = this.waiting.find((each) => each.party !== party);
    working.since = first && now;
    if (!first || enough.signal.aborted) return;
    const rest = Math.min(left.of(key), first.since + shares.most - now);
    const more = Math.max(rest, shares.least - working.kept);
    if (more <= 0) enough.abort();
    else this.timer = setTimeout(() => this.look(), more);
  }
}

/**
 * Commits to one repository are made one after another: so it is known which revision each will be. Who has worked
 * least, since last nobody waited, is next: who sends many long ones keeps others for the one only that is under way.
 * (`Turns` of the kernel go by who was served least recently: there one that takes minutes counts as a short one.) And
 * that one hears when its party has kept others for as long as it may: else one of minutes after another would.
 */
export class CommitTurns {
  private readonly lines = new Map<string, Line>();
  private readonly left: LeftShares;

  /** `leases`: promises that there is no commit; each work waits for their end, and none is given until it is done. */
  constructor(
    private readonly shares = usualShares,
    private readonly now: () => number = () => performance.now(),
    private readonly leases?: Pick<ReadLeases, 'without'>,
  ) {
    this.left = new LeftShares(shares, now);
  }

  /**
   * Does the work of a party, an account, in its turn. Undefined where that takes longer to come than `patience` (ms):
   * the work is not done then. It may go on to its end where `enough` is not aborted: then others have to commit.
   */
  async run<T>(
    directory: string,
    patience: number | CommitPatience,
    work: (enough: AbortSignal) => Promise<T>,
    party = '',
  ): Promise<T | undefined> {
    const line = this.lines.get(directory);
    if (line && !(await line.isTurn(party, patience))) return undefined;
    const own = line ?? new Line(directory, this.shares, this.left, this.now);
    this.lines.set(directory, own);
    try {
      return await own.work(party, (enough) => this.withoutLeases(directory, () => work(enough)));
    } finally {
      const next = own.take();
      if (next) next.begin();
      else this.lines.delete(directory);
    }
  }

  private withoutLeases<T>(directory: string, work: () => Promise<T>): Promise<T> {
    return this.leases ? this.leases.without(directory, work) : work();
  }
}

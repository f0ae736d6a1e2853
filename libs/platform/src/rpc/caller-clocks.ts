import type { CallMessage, SentAt } from './wire.js';

/** So much clocks may differ that count as the same (ms). */
const agreement = 1_000;
/** So long the fastest call of a process is looked for before that of the time before counts no more (ms). */
const looking = 30_000;
/** What was known so long ago is not: no two clocks are equally fast (ms). */
const stale = 3_600_000;
/** Of so many processes. */
const most = 1_000;

interface Fastest {
  /** When its time began, and by how much our clock was ahead at the least, in it and in the one before. */
  since: number;
  ahead: number;
  before: number;
}

/**
 * Until when somebody waits for a call that has come, by the clock of this process. That of the caller may be minutes
 * off: such a call was never answered, since its time seemed to be over. How long he still waited when he sent it is
 * the same by each clock. How long it was under way is not known; but the fastest call of a process took next to no
 * time, and each other one longer by as much as our clock is further ahead of its. Clocks that are never set tell that.
 * What all calls of a process have in common for a minute counts as its clock, and not as their way.
 */
export class CallerClocks {
  private readonly processes = new Map<string, Fastest>();

  /** Whole milliseconds since the epoch. `ticks`: a clock that is never set (ms). */
  deadlineOf({ ctx, sent }: CallMessage, now = Date.now(), ticks = performance.now()): number {
    const said = Math.ceil(ctx.deadline);
    if (!sent || !Number.isFinite(sent.at) || !Number.isFinite(sent.left)) return said;
    const own = Math.round(now + sent.left - this.underWay(sent, ticks));
    const areAgreed = ctx.deadline <= now + sent.left && own - ctx.deadline < agreement;
    return areAgreed ? said : own;
  }

  private underWay({ by, at }: SentAt, ticks: number): number {
    const ahead = ticks - at;
    const fastest = this.fastestOf(by, ticks);
    fastest.ahead = Math.min(fastest.ahead, ahead);
    return ahead - Math.min(fastest.ahead, fastest.before);
  }

  private fastestOf(process: string, ticks: number): Fastest {
    const last = this.processes.get(process);
    if (last && ticks - last.since < looking) return last;
    const before = last && ticks - last.since < stale ? last.ahead : Infinity;
    const fastest = { since: ticks, ahead: Infinity, before };
    this.processes.delete(process);
    this.processes.set(process, fastest);
    if (this.processes.size > most) this.processes.delete(this.processes.keys().next().value ?? '');
    return fastest;
  }
}

/** Why a held call is held no more: it may ask now (`scout`: the first one, to see), or it is refused. */
export type Release = 'scout' | 'served' | 'late' | 'left';

/** A call that is held. Times are milliseconds of a clock that never goes back. */
export interface Held {
  /** It is not held for longer. */
  readonly until: number;
  /** Nobody waits for its answer any more. */
  hasLeft(): boolean;
  release(how: Release): void;
}

/** Milliseconds between two questions whether it is served again. */
const lookEvery = 100;

/**
 * Nobody serves a subject: the calls to it wait. One of them is sent now and then, to see; where it has not come back
 * at the next look somebody has taken it, and all others follow in their order.
 */
export class Absence {
  private waiting: Held[] = [];
  private scout: Held | undefined;
  private readonly timer = setInterval(() => this.look(), lookEvery).unref();

  /** `over`: hears why it is; left: nobody waits any more. */
  constructor(
    readonly place: string,
    private readonly until: number,
    private readonly over: (how: Exclude<Release, 'scout'>) => void,
  ) {}

  /** `again`: it was sent in vain, and is the first again. */
  hold(call: Held, again: boolean): void {
    if (again) this.waiting.unshift(call);
    else this.waiting.push(call);
    if (again) this.scout = undefined;
  }

  private look(): void {
    const now = performance.now();
    this.waiting = this.waiting.filter((call) => {
      const how = call.hasLeft() ? 'left' : now >= call.until ? 'late' : undefined;
      if (how) call.release(how);
      return how === undefined;
    });
    if (now >= this.until) return this.end('late');
    if (this.scout) return this.end('served');
    this.scout = this.waiting.shift();
    if (this.scout) this.scout.release('scout');
    else this.end('left');
  }

  private end(how: Exclude<Release, 'scout'>): void {
    clearInterval(this.timer);
    this.over(how);
    for (const call of this.waiting.splice(0)) call.release(how);
  }
}

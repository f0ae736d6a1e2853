import { VcsRefusal } from '../vcs-refusal.js';

/** So many are kept at a time. */
const most = 64;
/** For so long after somebody has used one (ms). */
const usualLease = 120_000;

interface Kept<Result> {
  readonly result: Result;
  timer: NodeJS.Timeout;
}

/** What long works have brought, by names, until somebody lets it go. What nobody asks for any more goes by itself. */
export class KeptResults<Result> {
  private readonly kept = new Map<string, Kept<Result>>();

  /** `left` removes what a work has brought. */
  constructor(
    private readonly left: (result: Result) => Promise<void>,
    private readonly lease = usualLease,
  ) {}

  /** @throws VcsRefusal `unavailable` */
  async keep(name: string, result: Result): Promise<void> {
    if (this.kept.size < most && !this.kept.has(name))
      return void this.kept.set(name, { result, timer: this.expiry(name) });
    await this.left(result);
    throw new VcsRefusal('unavailable', 'too much is brought from elsewhere at this moment');
  }

  /** @throws VcsRefusal `unavailable` where there is none of this name */
  found(name: string): Result {
    const kept = this.kept.get(name);
    if (!kept) throw new VcsRefusal('unavailable', 'what was brought is not kept any more');
    clearTimeout(kept.timer);
    kept.timer = this.expiry(name);
    return kept.result;
  }

  /** Resolves when nothing of it is left but what was published. */
  async end(name: string): Promise<void> {
    const kept = this.kept.get(name);
    if (!kept) return;
    clearTimeout(kept.timer);
    this.kept.delete(name);
    await this.left(kept.result);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.kept.keys()].map((name) => this.end(name)));
  }

  private expiry(name: string): NodeJS.Timeout {
    return setTimeout(() => void this.end(name).catch(() => undefined), this.lease).unref();
  }
}

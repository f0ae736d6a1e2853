import type { HealthReport } from '@holdfast/contracts';

/** What the process says of itself. */
export interface OwnHealth {
  /** Absent while it starts, and when it ends. */
  look?: () => Promise<HealthReport>;
  /** What it counts, in the form of Prometheus; absent: what has been counted so far. */
  counted?: () => Promise<string>;
  ending: boolean;
}

/** Whether the process may be asked: `status`, and what it lacks where it has been looked. */
export interface ReadyState {
  status: 'ok' | 'starting' | 'ending' | 'down';
  down?: readonly string[];
}

/** Milliseconds for which what was seen is told to whoever asks. */
const lasts = 500;

/** Ready: the process serves, and what it needs itself answers. */
export class Readiness {
  private seen: Promise<readonly string[]> | undefined;

  constructor(private readonly own: OwnHealth) {}

  async now(): Promise<ReadyState> {
    const { ending, look } = this.own;
    if (ending || !look) return { status: ending ? 'ending' : 'starting' };
    const down = await this.down(look);
    // It may have been told to end meanwhile.
    if (this.own.ending) return { status: 'ending' };
    return { status: down.length ? 'down' : 'ok', down };
  }

  /** However many ask, it is looked once at a time, and what was seen is told for a moment. */
  private down(look: () => Promise<HealthReport>): Promise<readonly string[]> {
    return (this.seen ??= lacking(look).finally(() =>
      setTimeout(() => (this.seen = undefined), lasts).unref(),
    ));
  }
}

/** What is down; `health` where it cannot be looked. */
const lacking = async (look: () => Promise<HealthReport>): Promise<readonly string[]> => {
  try {
    const { service, up, parts } = await look();
    if (up) return [];
    const names = Object.keys(parts).filter((part) => !parts[part]);
    return names.length ? names : [service];
  } catch {
    return ['health'];
  }
};

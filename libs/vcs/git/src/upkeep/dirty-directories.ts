import type { UpkeepSettings } from './upkeep-settings.js';

export interface Dirt {
  since: number;
  due: number;
  /** When packs are joined though somebody writes there all the time. */
  joined: number;
  /** Whose push it was (uuid); empty: nobody knows. */
  company: string;
}

/** Where somebody has written, and when upkeep is due there; times are in ms since 1970. */
export class DirtyDirectories {
  private readonly all = new Map<string, Dirt>();

  constructor(private readonly settings: Pick<UpkeepSettings, 'delay' | 'longestDelay'>) {}

  /** `company`: whose push it was (uuid), where that is known. */
  wrote(directory: string, company: string | undefined): void {
    const { delay, longestDelay } = this.settings;
    const now = Date.now();
    const before = this.all.get(directory);
    const since = before?.since ?? now;
    this.all.set(directory, {
      since,
      due: Math.min(now + delay, since + longestDelay),
      joined: before?.joined ?? since + longestDelay,
      company: company ?? before?.company ?? '',
    });
  }

  /** When the first is due; undefined: there are none. */
  get next(): number | undefined {
    return this.all.size === 0 ? undefined : Math.min(...[...this.all.values()].map(({ due }) => due));
  }

  *dueAt(now: number): Generator<[directory: string, Dirt]> {
    for (const each of this.all) if (each[1].due <= now) yield each;
  }

  delete(directory: string): void {
    this.all.delete(directory);
  }

  clear(): void {
    this.all.clear();
  }
}

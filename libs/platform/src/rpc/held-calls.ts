import { addressBlock, asker, shareOf, type Asker, type CallContext } from '@holdfast/kernel';
import { log } from '../observability/logger.js';
import { Absence, type Release } from './absence.js';
import { isUnheard } from './no-answer.js';
import { callsHeld, callHolds } from './rpc.metrics.js';

/** A call is held for so long at most, and a place that is away for longer does not restart (ms). */
export const longestHold = 15_000;
/** A place that nobody was seen to serve for so long is taken for one that was served meanwhile (ms). */
const forgotten = 60_000;
/**
 * Calls that are held at a time, and characters of what they ask. A company has three quarters of both at most, an
 * account a quarter; calls of which nobody knows yet who asks, as those that find it out, half of both, and an eighth
 * from one address.
 */
const usualRoom = { calls: 4_096, characters: 32 * 2 ** 20 };

/** A call as it may be held. */
export interface HoldableCall {
  subject: string;
  /** Where it is answered: a service, or one on a storage node. */
  place: string;
  service: string;
  ctx: CallContext;
  input: unknown;
  /** Nobody but its asker waits for its answer. */
  isOwn: boolean;
}

interface Use {
  calls: number;
  characters: number;
}

/**
 * Calls of clients to a service that restarts: what nobody has heard is asked again when somebody serves it. Only calls
 * with an asker in their context are held; what a process asks by itself is refused at once. Each subject is awaited by
 * itself: one that an earlier version of the service does not know holds up no other.
 */
export class HeldCalls {
  /** By subject. */
  private readonly absences = new Map<string, Absence>();
  /** Subjects that nobody has served for too long, and when that was seen last. */
  private readonly lasting = new Map<string, number>();
  private readonly shares = new Map<string, Use>();

  constructor(private readonly room = usualRoom) {}

  /** @throws what `ask` throws; what says that nobody has heard it (`isUnheard`), when it was held in vain */
  through<T>(call: HoldableCall, ask: () => Promise<T>): Promise<T> {
    const who = call.ctx[asker];
    return who ? this.held(call, who, ask) : ask();
  }

  private async held<T>(call: HoldableCall, who: Asker, ask: () => Promise<T>): Promise<T> {
    const { subject, service } = call;
    let unheard: unknown = 'nobody';
    let leave: (() => void) | undefined;
    const from = performance.now();
    try {
      for (;;) {
        if (leave || !this.absences.has(subject)) {
          const asked = performance.now();
          try {
            const answer = await ask();
            this.lasting.delete(subject);
            if (leave) note(service, 'served', asked - from);
            return answer;
          } catch (reason) {
            if (!isUnheard(reason)) throw reason;
            unheard = reason;
          }
        }
        const again = leave !== undefined;
        const absence = this.absences.get(subject) ?? this.begin(call);
        leave ??= absence && this.enter(call);
        if (!absence || !leave) throw unheard;
        const how = await this.wait(absence, call, who, { until: from + longestHold, again });
        if (how === 'scout' || how === 'served') continue;
        note(service, how, performance.now() - from);
        throw unheard;
      }
    } finally {
      leave?.();
    }
  }

  /** Answers why it is over. The deadlines of the asker are later by as much. */
  private async wait(
    absence: Absence,
    { isOwn }: HoldableCall,
    who: Asker,
    { until, again }: { until: number; again: boolean },
  ): Promise<Release> {
    const from = performance.now();
    const before = who.held;
    const how = await new Promise<Release>((release) => {
      // What others may wait for, too, goes on without him.
      absence.hold({ until, hasLeft: () => isOwn && who.from.destroyed, release }, again);
    });
    const waited = performance.now() - from;
    // Calls of his that wait beside this one wait for the same time. Deadlines are whole milliseconds.
    who.held = Math.max(who.held, Math.ceil(before + waited));
    return how;
  }

  /** Undefined: nobody has served it for so long that nobody restarts. */
  private begin({ subject, place }: HoldableCall): Absence | undefined {
    const now = performance.now();
    const seen = this.lasting.get(subject);
    if (seen !== undefined && now - seen < forgotten) {
      this.lasting.set(subject, now);
      return undefined;
    }
    this.lasting.delete(subject);
    if (!this.isAwaited(place)) log.info({ place }, 'nobody serves it: calls of clients wait for it');
    const absence = new Absence(place, now + longestHold, (how) => this.over(subject, absence, how));
    this.absences.set(subject, absence);
    return absence;
  }

  private over(subject: string, { place }: Absence, how: Release): void {
    this.absences.delete(subject);
    if (how === 'late') {
      this.lasting.set(subject, performance.now());
      log.warn({ place, subject }, 'nobody serves it again: calls of clients are refused');
    } else if (!this.isAwaited(place)) log.info({ place }, 'no call of a client waits for it any more');
  }

  private isAwaited(place: string): boolean {
    return [...this.absences.values()].some((each) => each.place === place);
  }

  /** Takes room for a call; answers what gives it back. Undefined: there is none. */
  private enter({ ctx, input, service }: HoldableCall): (() => void) | undefined {
    const characters = JSON.stringify(input).length;
    const shares = sharesOf(ctx).map(({ name, part }) => ({
      ...{ name, part },
      use: this.shares.get(name) ?? { calls: 0, characters: 0 },
    }));
    if (!shares.every(({ use, part }) => fits(use, characters, this.room, part))) {
      note(service, 'crowded', 0);
      return undefined;
    }
    for (const { name, use } of shares) {
      this.shares.set(name, use);
      take(use, 1, characters);
    }
    callsHeld.inc({ service });
    return () => {
      for (const { name, use } of shares) {
        take(use, -1, -characters);
        if (use.calls === 0) this.shares.delete(name);
      }
      callsHeld.dec({ service });
    };
  }
}

/** What a call counts for, with the part of all room that may be had there. */
const sharesOf = ({ principal, address = '' }: CallContext): { name: string; part: number }[] => {
  const own = principal
    ? [
        { name: `company ${principal.company.uuid}`, part: 3 / 4 },
        { name: `account ${shareOf(principal)}`, part: 1 / 4 },
      ]
    : [
        { name: 'nobody yet', part: 1 / 2 },
        { name: `address ${addressBlock(address)}`, part: 1 / 8 },
      ];
  return [{ name: 'all', part: 1 }, ...own];
};

const note = (service: string, outcome: 'served' | 'late' | 'left' | 'crowded', milliseconds: number): void =>
  callHolds.observe({ service, outcome }, milliseconds / 1_000);

const fits = (use: Use, characters: number, room: Use, part: number): boolean =>
  use.calls + 1 <= room.calls * part && use.characters + characters <= room.characters * part;

const take = (use: Use, calls: number, characters: number): void => {
  use.calls += calls;
  use.characters += characters;
};

import { asker, shareOf, type Asker, type CallContext } from '@holdfast/kernel';
import { log } from '../observability/logger.js';
import { Absence, type Release } from './absence.js';
import { isUnheard } from './no-answer.js';
import { callsHeld, callHolds } from './rpc.metrics.js';

/** A call is held for so long at most, and a place that is away for longer does not restart (ms). */
export const longestHold = 15_000;
/** A place that nobody was seen to serve for so long is taken for one that was served meanwhile (ms). */
const forgotten = 60_000;
/** Calls that are held at a time, and characters of what they ask. An account has a quarter of both at most. */
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
  private readonly all: Use = { calls: 0, characters: 0 };
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
    // Calls of his that wait beside this one wait for the same time.
    who.held = Math.max(who.held, before + waited);
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
    const share = ctx.principal ? shareOf(ctx.principal) : (ctx.address ?? '');
    const characters = JSON.stringify(input).length;
    const own = this.shares.get(share) ?? { calls: 0, characters: 0 };
    if (!fits(this.all, characters, this.room, 1) || !fits(own, characters, this.room, 4)) {
      note(service, 'crowded', 0);
      return undefined;
    }
    this.shares.set(share, own);
    for (const use of [this.all, own]) take(use, 1, characters);
    callsHeld.inc({ service });
    return () => {
      for (const use of [this.all, own]) take(use, -1, -characters);
      if (own.calls === 0) this.shares.delete(share);
      callsHeld.dec({ service });
    };
  }
}

const note = (service: string, outcome: 'served' | 'late' | 'left' | 'crowded', milliseconds: number): void =>
  callHolds.observe({ service, outcome }, milliseconds / 1_000);

const fits = (use: Use, characters: number, room: Use, parts: number): boolean =>
  use.calls + 1 <= room.calls / parts && use.characters + characters <= room.characters / parts;

const take = (use: Use, calls: number, characters: number): void => {
  use.calls += calls;
  use.characters += characters;
};

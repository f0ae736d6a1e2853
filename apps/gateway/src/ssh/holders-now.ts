import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SshKeyHolder } from '@holdfast/contracts';
import { within } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { contextOfNobody } from '../http/call-context.js';
import type { Sessions } from '../session/sessions.js';
import { holdersIn } from './key-holders.js';

/** A question is about so many keys at most; identity takes no more. */
const mostKeys = 200;
/** A question that is not answered for so long holds up no other (ms): who was asked may have stopped. */
const patience = 1_000;

/** Somebody wants to know whose a key is. */
interface Wanted {
  found: Promise<SshKeyHolder[]>;
  tell: (found: SshKeyHolder[]) => void;
  fail: (error: unknown) => void;
}

/**
 * Whose keys are by now, for all connections of a door. One question is under way; all keys that are wanted meanwhile
 * are in the next ones, each once: identity is not asked by each connection when something changes for many of them.
 * Who wants to know is answered by a question that was sent after that.
 */
export class HoldersNow {
  /** By fingerprint, who has waited longest first. */
  private readonly wanted = new Map<string, Wanted>();
  private isAsking = false;
  /** Nobody has answered the last question. */
  private isUnsaid = false;

  constructor(private readonly sessions: Pick<Sessions, 'holdersNow'>) {}

  /** At least one, where somebody has the key. @throws DomainError where nobody can say it */
  of(fingerprint: string): Promise<SshKeyHolder[]> {
    const wanted = this.wanted.get(fingerprint) ?? newlyWanted();
    this.wanted.set(fingerprint, wanted);
    if (!this.isAsking) void this.run();
    return wanted.found;
  }

  private async run(): Promise<void> {
    this.isAsking = true;
    // What one event concerns is wanted in one turn of the loop.
    for (await nextTurn(); this.wanted.size > 0; await nextTurn())
      await within(patience, this.ask(this.take()), () => undefined);
    this.isAsking = false;
  }

  private take(): Map<string, Wanted> {
    const taken = new Map<string, Wanted>();
    for (const [fingerprint, wanted] of this.wanted) {
      if (taken.size === mostKeys) break;
      taken.set(fingerprint, wanted);
      this.wanted.delete(fingerprint);
    }
    return taken;
  }

  /** Never fails. */
  private async ask(asked: ReadonlyMap<string, Wanted>): Promise<void> {
    try {
      const { held } = await this.sessions.holdersNow([...asked.keys()], contextOfNobody());
      for (const [fingerprint, { tell }] of asked)
        tell(Object.hasOwn(held, fingerprint) ? holdersIn(held[fingerprint], fingerprint) : []);
      this.isUnsaid = false;
    } catch (error) {
      if (!this.isUnsaid) log.warn({ err: error }, 'nobody can say whose SSH keys are');
      this.isUnsaid = true;
      for (const { fail } of asked.values()) fail(error);
    }
  }
}

const newlyWanted = (): Wanted => {
  let [tell, fail]: [Wanted['tell'], Wanted['fail']] = [() => undefined, () => undefined];
  const found = new Promise<SshKeyHolder[]>((resolve, reject) => ([tell, fail] = [resolve, reject]));
  return { found, tell, fail };
};

import { admissionLasts, DomainError } from '@holdfast/kernel';
import type { Abilities, RefRefusal } from '@holdfast/vcs-spi';
import type { Verdict } from './ref-rules.js';

/** What somebody may do, as it was seen at a time (milliseconds since the epoch; Infinity: as it stays). */
export interface SeenAbilities {
  abilities: Abilities;
  at: number;
}

/** The changes of somebody whose rights may end while they are judged. */
export interface LongJudgement {
  judge: (abilities: Abilities) => Promise<Verdict>;
  /** What he may do now. */
  look: () => Promise<Abilities>;
  /** What he could do a moment ago. */
  seen?: SeenAbilities;
  /** Milliseconds since the epoch. */
  deadline: number;
}

/**
 * What is forbidden of his changes now. To judge them may take as long as he likes: who pushes chooses what is to be
 * looked up. So what he may do is looked at behind that, and all is judged anew where it is something else by then, or
 * where the rules are.
 * @throws DomainError `unavailable` where they change again and again, and what `look` throws
 */
export const refusedNow = async ({ judge, look, seen, deadline }: LongJudgement): Promise<RefRefusal[]> => {
  let { abilities, at } = seen ?? { at: Date.now(), abilities: await look() };
  for (;;) {
    const { refused, isStill } = await judge(abilities);
    if (refused.length > 0 || Date.now() - at < admissionLasts) return refused;
    at = Date.now();
    const now = await look();
    if (isSame(now, abilities) && (await isStill())) return [];
    if (Date.now() > deadline) throw DomainError.unavailable('rights and rules change');
    abilities = now;
  }
};

const isSame = (one: Abilities, other: Abilities): boolean =>
  one.write === other.write && one.protectedPush === other.protectedPush && one.moveTags === other.moveTags;

import {
  refsToTestForForce,
  refusals,
  type Abilities,
  type PushDecision,
  type ReceivedPush,
} from '@holdfast/vcs-spi';
import type { GitKind } from './git.kind.js';

/** The decision on a push of an `admin` or `developer`, as the service would make it. */
export const judgedPush = async (
  push: ReceivedPush,
  kind: GitKind,
  protectedBranches: ReadonlySet<string>,
): Promise<PushDecision> => {
  const abilities: Abilities =
    push.principal === 'admin'
      ? { write: true, protectedPush: true, moveTags: true }
      : { write: true, protectedPush: false, moveTags: false };
  const isProtected = (name: string) => protectedBranches.has(name);
  const updates = [...push.updates];
  const forced = await push.forced(refsToTestForForce(updates, { abilities, isProtected }));
  const repository = kind.open(push.directory);
  const [head, branch] = await Promise.all([repository.head(), repository.branches?.snapshot()]);
  const isForced = (ref: string) => forced.has(ref);
  const present = { branch };
  const together = kind.changesTogether?.(updates) ?? false;
  const reasons = refusals(updates, { kind, abilities, isProtected, isForced, head, present, together });
  return reasons.length > 0 ? { accepted: false, reasons } : { accepted: true };
};

import { refusals, type PushAnswer, type ReceivedPush, type VcsKind } from '@holdfast/vcs-spi';

/** The decision of the product's own rules, for a developer. */
export const mayPush = async (push: ReceivedPush, kind: VcsKind): Promise<PushAnswer> => {
  const repository = kind.open(push.directory);
  const updates = [...push.updates];
  const [head, branch, tag] = await Promise.all([
    repository.head(),
    repository.branches?.snapshot(),
    repository.tags?.snapshot(),
  ]);
  const reasons = refusals(updates, {
    kind,
    abilities: { write: true, protectedPush: false, moveTags: false },
    ...(head === undefined ? {} : { head }),
    isProtected: () => false,
    isForced: () => false,
    present: { branch, tag },
  });
  return reasons.length === 0 ? { accepted: true } : { accepted: false, reasons };
};

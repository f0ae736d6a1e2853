import { followsAnother, may, type StandingAnswer, type StorageOwner } from '@holdfast/contracts';
import type { TransferEffect } from '@holdfast/vcs-spi';

/** `hidden`: the caller may not know of the repository. */
export type TransferRefusal = 'hidden' | 'write_missing' | 'admins_only' | 'deactivated' | 'mirrored';

/**
 * Why a transfer may not be carried out; undefined: it may. `deactivated`, `mirrored`: the repository itself.
 */
export const transferRefusal = (
  effect: TransferEffect,
  { caller, project }: StandingAnswer,
  { deactivated, mirrored }: { deactivated: boolean; mirrored?: boolean },
): TransferRefusal | undefined => {
  if (!caller || !project || !may('project.read', caller, { project })) return 'hidden';
  if (effect === 'read') return undefined;
  if (!may('repository.write', caller, { project })) return 'write_missing';
  if (effect === 'administer' && !may('repository.administer', caller, { project })) return 'admins_only';
  if (deactivated || project.deleted) return 'deactivated';
  return mirrored ? 'mirrored' : undefined;
};

/** Whether a storage limit has come, or become less, since a transfer began that is counted under `begun`. */
export const isLimitTighter = (begun: StorageOwner | undefined, now: StorageOwner | undefined): boolean =>
  now !== undefined && (begun === undefined || (now.limit ?? Infinity) < (begun.limit ?? Infinity));

/** What those hear whose transfer was not counted under it. */
export const otherLimit = 'a storage limit was set or lowered meanwhile: try it again';

/** A refusal in one line, for the client; `writing`: how the kind calls a write. */
export const refusalReason = (refusal: TransferRefusal, writing = 'write to it'): string => {
  switch (refusal) {
    case 'hidden':
      return 'no such repository, or not visible to you any more';
    case 'write_missing':
      return `you may read this repository, but not ${writing}`;
    case 'admins_only':
      return 'only admins of the project may do this';
    case 'mirrored':
      return followsAnother;
    case 'deactivated':
      return 'this repository is deactivated and cannot be changed';
  }
};

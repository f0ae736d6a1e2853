import { may, type StandingAnswer } from '@holdfast/contracts';
import type { TransferEffect } from '@holdfast/vcs-spi';

/** `hidden`: the caller may not know of the repository. */
export type TransferRefusal = 'hidden' | 'write_missing' | 'deactivated';

/** Why a transfer may not be carried out; undefined: it may. `deactivated`: the repository itself. */
export const transferRefusal = (
  effect: TransferEffect,
  { caller, project }: StandingAnswer,
  { deactivated }: { deactivated: boolean },
): TransferRefusal | undefined => {
  if (!caller || !project || !may('project.read', caller, { project })) return 'hidden';
  if (effect === 'read') return undefined;
  if (!may('repository.write', caller, { project })) return 'write_missing';
  return deactivated || project.deleted ? 'deactivated' : undefined;
};

/** Refusals in one line, for the client. */
export const refusalReasons: Readonly<Record<TransferRefusal, string>> = {
  hidden: 'no such repository, or not visible to you any more',
  write_missing: 'you may read this repository but not push to it',
  deactivated: 'this repository is deactivated and cannot be changed',
};

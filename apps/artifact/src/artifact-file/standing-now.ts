import {
  identityCalls,
  repositoryCalls,
  rightsAskedOf,
  standingWith,
  type StandingAnswer,
} from '@holdfast/contracts';
import type { CallContext, RepositoryScope } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { FileCall } from './file-call.js';

/**
 * How somebody who was let in stands to his project by now, and his repository as it is; undefined: it is gone.
 * @throws DomainError `unavailable` when it cannot be known
 */
export const standingNow = async (
  rpc: Rpc,
  ctx: CallContext,
  { principal, project, repository: { uuid } }: Pick<FileCall, 'principal' | 'project' | 'repository'>,
): Promise<{ standing: StandingAnswer; repository: RepositoryScope | undefined }> => {
  const [rights, { repository }] = await Promise.all([
    rpc.call(identityCalls.rights, ctx, rightsAskedOf(principal, project)),
    rpc.call(repositoryCalls.state, ctx, { repository: uuid }),
  ]);
  return { standing: standingWith(rights, { principal, project }), repository };
};

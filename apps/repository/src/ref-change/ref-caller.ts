import { actor, DomainError, projectOf, repositoryOf, type CallContext } from '@holdfast/kernel';
import { VcsRefusal, type Actor } from '@holdfast/vcs-spi';
import type { ChangePlace } from './intent.js';

/** @throws DomainError when the repository or its project is deactivated: nothing of it is changed any more */
export const refuseDeactivated = (ctx: CallContext): void => {
  if (projectOf(ctx).deleted || repositoryOf(ctx).deleted) throw DomainError.deactivated();
};

/** Where the caller changes refs by the API. */
export const placeOf = (ctx: CallContext): ChangePlace => {
  const { company, account } = actor(ctx);
  const { uuid, id, type } = repositoryOf(ctx);
  return {
    company: company.uuid,
    project: projectOf(ctx).uuid,
    repository: { uuid, id, type },
    account: account.uuid,
    cause: 'api',
  };
};

/** The caller as a history has him. */
export const actorOf = (ctx: CallContext): Actor => {
  const { name, email } = actor(ctx).account;
  return { name, email };
};

/** What a kind refuses outside of a validation. */
export const asDomainError = (error: unknown): unknown => {
  if (!(error instanceof VcsRefusal)) return error;
  if (error.code === 'not_found') return DomainError.notFound();
  if (error.code === 'no_room') return new DomainError('storage_full', { reason: error.message });
  return DomainError.unavailable('the repository cannot be changed now', error);
};

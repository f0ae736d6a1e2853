import {
  actor,
  DomainError,
  projectOf,
  repositoryOf,
  type CallContext,
  type ErrorDetail,
} from '@holdfast/kernel';
import { VcsRefusal, type Actor, type RefusalCode } from '@holdfast/vcs-spi';
import type { ChangePlace } from './intent.js';

/** @throws DomainError when the repository or its project is deactivated: nothing of it is changed any more */
export const refuseDeactivated = (ctx: CallContext): void => {
  if (projectOf(ctx).deleted || repositoryOf(ctx).deleted) throw DomainError.deactivated();
};

/** @throws DomainError likewise, and where the repository follows another one: nobody else changes what is in it */
export const refuseReadOnly = (ctx: CallContext): void => {
  refuseDeactivated(ctx);
  if (repositoryOf(ctx).mirrored) throw DomainError.deactivated();
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
  const { id, name, email } = actor(ctx).account;
  return { id, name, email };
};

/** What a kind refuses outside of a validation. */
export const asDomainError = (error: unknown): unknown => {
  if (!(error instanceof VcsRefusal)) return error;
  if (error.code === 'not_found') return DomainError.notFound();
  if (error.code === 'no_room') return new DomainError('storage_full', { reason: error.message });
  const reason = 'the repository cannot be changed now';
  return error.code === 'unavailable'
    ? DomainError.unknown(reason, error)
    : DomainError.unavailable(reason, error);
};

/** What a kind's refusals say of the attributes that were sent, by their codes. */
export type ToldRefusals = Partial<Record<RefusalCode, NonNullable<ErrorDetail['errors']>>>;

/** For a `catch`: throws what is told of a refusal as `invalid`, and everything else as `asDomainError` has it. */
export const invalidWhere =
  (told: ToldRefusals) =>
  (error: unknown): never => {
    const errors = error instanceof VcsRefusal ? told[error.code] : undefined;
    throw errors ? DomainError.invalid(errors) : asDomainError(error);
  };

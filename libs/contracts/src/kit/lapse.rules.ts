import {
  DomainError,
  type CallContext,
  type GroupScope,
  type Principal,
  type ProjectScope,
} from '@holdfast/kernel';
import { may, privilegesByRole, seesGroup, seesProject } from './privilege.rules.js';

/** The caller of a change, and what he is in project and group, as it is now. */
export interface ChangerNow {
  /** Undefined: what he was let in with has ended. */
  caller?: Principal | undefined;
  project?: ProjectScope | undefined;
  group?: GroupScope | undefined;
}

/**
 * Why somebody who was let in a while ago changes nothing any more; undefined: he may do all that he might then.
 * Whoever has lost any right of what he came with is refused, also where he needs it not: what a change asks for
 * depends on what it sets. He may ask again.
 */
export const lapsed = (then: CallContext, now: ChangerNow): DomainError | undefined => {
  const { caller } = now;
  if (!then.principal || !caller) return new DomainError('unauthenticated');
  if (then.project) {
    if (!now.project || !seesProject(caller, now.project)) return DomainError.notFound();
    if (now.project.deleted && !then.project.deleted) return DomainError.deactivated();
  }
  if (then.group && (!now.group || !seesGroup(caller, now.group))) return DomainError.notFound();
  const { principal } = then;
  const isLost = privilegesByRole.some(
    (privilege) => may(privilege, principal, then) && !may(privilege, caller, now),
  );
  return isLost ? DomainError.forbidden() : undefined;
};

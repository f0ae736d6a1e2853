import { may } from '@holdfast/contracts';
import { DomainError, type Principal, type ProjectScope } from '@holdfast/kernel';

/**
 * A grant, change or removal is allowed by the roles that it gives and takes: managers handle every role but
 * admin. `roles` are the one that stands now and the one that was asked for, whatever that is.
 * @throws DomainError `forbidden`
 */
export const allowGrant = (caller: Principal, project: ProjectScope, ...roles: readonly unknown[]): void => {
  if (roles.includes('admin') && !may('project.grant_admin', caller, { project }))
    throw DomainError.forbidden('only project admins handle the role admin');
};

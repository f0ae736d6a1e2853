import { may, seesProject } from '@holdfast/contracts';
import { DomainError, type AttributeErrors, type Principal, type ProjectScope } from '@holdfast/kernel';

/** Two projects, as somebody stands to them. */
interface ForkPlaces {
  source: ProjectScope;
  target: ProjectScope | undefined;
}

/**
 * Why a project is not one into which he may fork from another one. Who sees it must see the source as well, as far as
 * its visibility says that; its members are chosen by its admins, who could as well show them a clone.
 * @throws DomainError `forbidden` where he sees it, and may make no repository there
 */
export const targetProblem = (
  caller: Principal,
  { source, target }: ForkPlaces,
): AttributeErrors | undefined => {
  if (!target || target.deleted || !seesProject(caller, target)) return { not_found: true };
  if (!may('repository.administer', caller, { project: target })) throw DomainError.forbidden();
  const isWider = target.visibility === 'company' && source.visibility !== 'company';
  return isWider && target.uuid !== source.uuid ? { invalid: true } : undefined;
};

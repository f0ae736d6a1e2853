import { fitsAsJson, propertiesLimit } from '@holdfast/contracts';
import type { AttributeErrors, JsonObject, Problems } from '@holdfast/kernel';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import type { RepositoryType } from '../catalogue/repository-types.js';

/** Why a text of the right characters and length is no id: the rules for its components. */
export const idProblem = (
  id: string,
  { slashInIds }: Pick<RepositoryType, 'slashInIds'>,
  reservedEndings: readonly string[],
): AttributeErrors | undefined => {
  const components = id.split('/');
  if (components.length > 1 && !slashInIds) return { invalid: true };
  const isComponent = (component: string): boolean =>
    /^[A-Za-z0-9]/.test(component) &&
    !component.includes('..') &&
    !reservedEndings.some((ending) => component.endsWith(ending));
  return components.every(isComponent) ? undefined : { invalid: true };
};

type Properties = object;

/** Merges per top-level key; null removes. */
export const mergeProperties = (current: Properties, sent: Properties): Properties =>
  Object.fromEntries(Object.entries<unknown>({ ...current, ...sent }).filter(([, value]) => value !== null));

/** The limit holds for what a merge makes, too. */
export const propertiesProblem = (merged: Properties): AttributeErrors | undefined =>
  fitsAsJson(merged, propertiesLimit) ? undefined : { maximum: propertiesLimit };

/** A type of which a repository is, or is to be: alone, or as a group. */
export type TypeOfRepository = Pick<RepositoryType, 'defaultIdentifier' | 'vcs'> & { group: boolean };

/**
 * `policy` and `redeploy` belong to artifact types but for groups, changeable default references to the others, and
 * what some of these have to them alone.
 */
export const checkTypeAttributes = (type: TypeOfRepository, sent: JsonObject, problems: Problems): void => {
  const foreign = [
    ...(type.vcs || type.group ? ['policy', 'redeploy'] : []),
    ...(type.vcs ? ['members'] : []),
    ...(type.vcs?.hasRemotes ? [] : ['mirror']),
    ...(type.vcs?.laysOut ? [] : ['layout']),
  ];
  for (const name of foreign)
    if (sent[name] !== undefined && sent[name] !== null) problems.add(name, { invalid: true });
  if (type.vcs?.hasRemotes === 'from' && directionOf(sent.mirror) === 'push')
    problems.add('mirror', { invalid: true });
  for (const name of type.vcs ? [] : ['default_identifier', 'default_base_branch'])
    if (typeof sent[name] === 'string' && sent[name] !== type.defaultIdentifier)
      problems.add(name, { invalid: true });
};

const directionOf = (mirror: JsonObject[string] | undefined): unknown =>
  typeof mirror === 'object' && mirror !== null && 'direction' in mirror ? mirror.direction : undefined;

/**
 * Why these cannot be the members of a group; undefined is one that was not found. A group has no groups as members.
 */
export const membersProblem = (
  { type }: Pick<RepositoryRow, 'type'>,
  members: readonly (Pick<RepositoryRow, 'uuid' | 'type' | 'members'> | undefined)[],
): AttributeErrors | undefined => {
  const found = members.filter((member) => member !== undefined);
  const isTwice = new Set(found.map(({ uuid }) => uuid)).size < found.length;
  const isWrong = isTwice || found.some((member) => member.type !== type || member.members !== null);
  const isMissing = found.length < members.length;
  if (!isWrong && !isMissing) return undefined;
  return { ...(isMissing ? { not_found: true } : {}), ...(isWrong ? { invalid: true } : {}) };
};

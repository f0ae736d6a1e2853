import { propertiesLimit } from '@holdfast/contracts';
import type { AttributeErrors, JsonObject, Problems } from '@holdfast/kernel';
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

/** The id of a deactivated repository: the smallest number from 1 that makes it unique. */
export const deactivatedId = (id: string, taken: ReadonlySet<string>): string => {
  let number = 1;
  while (taken.has(`${id}-${number}`)) number += 1;
  return `${id}-${number}`;
};

type Properties = object;

/** Merges per top-level key; null removes. */
export const mergeProperties = (current: Properties, sent: Properties): Properties =>
  Object.fromEntries(Object.entries<unknown>({ ...current, ...sent }).filter(([, value]) => value !== null));

/** The limit holds for what a merge makes, too. */
export const propertiesProblem = (merged: Properties): AttributeErrors | undefined =>
  Buffer.byteLength(JSON.stringify(merged)) > propertiesLimit ? { maximum: propertiesLimit } : undefined;

/** `policy` and `redeploy` belong to artifact types, a changeable `default_identifier` to the others. */
export const checkTypeAttributes = (type: RepositoryType, sent: JsonObject, problems: Problems): void => {
  const foreign = type.vcs ? ['policy', 'redeploy'] : [];
  for (const name of foreign)
    if (sent[name] !== undefined && sent[name] !== null) problems.add(name, { invalid: true });
  const { default_identifier: identifier } = sent;
  if (!type.vcs && typeof identifier === 'string' && identifier !== type.defaultIdentifier)
    problems.add('default_identifier', { invalid: true });
};

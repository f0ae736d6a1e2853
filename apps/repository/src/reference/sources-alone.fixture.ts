import { allObjects, Relations } from '@holdfast/contracts';
import type { RelatedSource } from './related-source.js';
import { RelatedSources } from './related-sources.js';

/** Some sources of this service, as if its other objects did not exist: a new object is nothing to those who use them. */
export const sourcesAlone = (sources: readonly RelatedSource[]): RelatedSources => {
  const isThere = (name: string): boolean => sources.some(({ object }) => object === name);
  const objects = [...allObjects.values()].filter(
    ({ name, service }) => service !== 'repository' || isThere(name),
  );
  return new RelatedSources(sources, new Relations(objects));
};

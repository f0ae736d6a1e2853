import type { ArtifactKindEntry } from '@holdfast/artifact-spi';
import { layoutHttp } from '@holdfast/artifact-maven/layout-http';

/** Repositories of Ivy, in its own layout or in Maven's. */
export const ivy: ArtifactKindEntry = {
  id: 'ivy',
  defaultIdentifier: 'ivy',
  http: layoutHttp,
  kind: async () => (await import('./ivy-kind.js')).ivyKind,
};

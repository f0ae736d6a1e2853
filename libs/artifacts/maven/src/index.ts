import type { ArtifactKindEntry } from '@holdfast/artifact-spi';
import { layoutHttp } from './layout/layout-http.js';

/** Repositories of Maven, Gradle, sbt, Leiningen and all else that speaks the Maven layout. */
export const maven: ArtifactKindEntry = {
  id: 'maven',
  defaultIdentifier: 'maven',
  http: layoutHttp,
  kind: async () => (await import('./layout/layout-kind.js')).layoutKind,
};

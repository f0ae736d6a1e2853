import { nameOf, type ArtifactKind } from '@holdfast/artifact-spi';
import { layoutKind } from '@holdfast/artifact-maven/layout';

/** `ivy.xml` and `ivy-1.0.xml`. */
const isDescriptor = (path: string): boolean => /^ivy(?:-.+)?\.xml$/.test(nameOf(path));

/**
 * Repositories of Ivy. Both of its layouts are plain paths: `<organisation>/<module>/<revision>/ivy.xml` with files
 * `<artifact>-<revision>.<ext>` beside it, and a Maven-compatible root. Ivy descends from Maven's layout: its rules and indexes
 * hold here too.
 */
export const ivyKind: ArtifactKind = {
  ...layoutKind,
  contentType: (path) => (isDescriptor(path) ? 'application/xml' : layoutKind.contentType(path)),
};

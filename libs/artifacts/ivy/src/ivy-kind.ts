import { layoutKind, nameOf, type ArtifactIndexes, type ArtifactKind } from '@holdfast/artifact-spi';

/** `ivy.xml` and `ivy-1.0.xml`. */
const isDescriptor = (path: string): boolean => /^ivy(?:-.+)?\.xml$/.test(nameOf(path));

/**
 * Repositories of Ivy. Both of its layouts are plain paths: `<organisation>/<module>/<revision>/ivy.xml` with files
 * `<artifact>-<revision>.<ext>` beside it, and a Maven-compatible root. Rules and indexes are the same in both kinds; the
 * format of the indexes is handed in, for a kind knows no other kind.
 */
export const ivyKind = (indexes: ArtifactIndexes): ArtifactKind => {
  const kind = layoutKind('ivy', indexes);
  return {
    ...kind,
    contentType: (path) => (isDescriptor(path) ? 'application/xml' : kind.contentType(path)),
  };
};

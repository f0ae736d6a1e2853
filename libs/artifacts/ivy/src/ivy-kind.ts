import type { ArtifactKind } from '@holdfast/artifact-spi';
import { layoutKind } from '@holdfast/artifact-maven/layout';

/**
 * Repositories of Ivy. Both of its layouts are plain paths: `<organisation>/<module>/<revision>/ivy.xml` with files
 * `<artifact>-<revision>.<ext>` beside it, and a Maven-compatible root. Ivy descends from Maven's layout: its rules,
 * indexes and media types hold here too.
 */
export const ivyKind: ArtifactKind = layoutKind;

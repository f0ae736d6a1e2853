import { layoutKind, type ArtifactKind } from '@holdfast/artifact-spi';
import { mavenIndexes } from './metadata.js';

/** Repositories of Maven, Gradle, sbt, Leiningen and all else that speaks the Maven layout. */
export const mavenKind: ArtifactKind = layoutKind('maven', mavenIndexes);

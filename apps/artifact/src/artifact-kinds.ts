import { ivyKind } from '@holdfast/artifact-ivy';
import { mavenIndexes, mavenKind } from '@holdfast/artifact-maven';
import type { ArtifactKind } from '@holdfast/artifact-spi';

/** Every kind of artifact repository. */
export const artifactKinds: readonly ArtifactKind[] = [mavenKind, ivyKind(mavenIndexes)];

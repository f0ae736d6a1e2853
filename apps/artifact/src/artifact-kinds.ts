import { ivy } from '@holdfast/artifact-ivy';
import { maven } from '@holdfast/artifact-maven';
import type { ArtifactKindEntry } from '@holdfast/artifact-spi';

/** Every kind of artifact repository. */
export const artifactKinds: readonly ArtifactKindEntry[] = [maven, ivy];

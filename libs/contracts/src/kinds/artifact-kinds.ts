import { ivy } from '@holdfast/artifact-ivy';
import { maven } from '@holdfast/artifact-maven';
import type { ArtifactKindEntry } from '@holdfast/artifact-spi';

/** The artifact kinds, one line each. All processes take them from here; nothing else names one. */
export const artifactKinds: readonly ArtifactKindEntry[] = [maven, ivy];

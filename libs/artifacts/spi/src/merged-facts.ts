import {
  IndexRefused,
  type ArtifactIndexes,
  type IndexContribution,
  type IndexFacts,
} from './artifact-indexes.js';

/** So many names are looked at in one step. */
const namesOfStep = 4096;

/**
 * What several repositories store of a directory, as if one did: all versions, and of files with one name that of the
 * first repository. Of what clients have added the earlier repository's goes before; what is too much together is left
 * out, the later repositories' first. In steps, as `ArtifactIndexes.derive`.
 */
export function* mergedFacts(
  indexes: Pick<ArtifactIndexes, 'merge'>,
  all: readonly IndexFacts[],
): Generator<void, IndexFacts> {
  const versions = new Set<string>();
  const files = new Map<string, IndexFacts['files'][number]>();
  let contribution: IndexContribution | undefined;
  let looked = 0;
  for (const facts of all) {
    for (const version of facts.versions) {
      versions.add(version);
      if (++looked % namesOfStep === 0) yield;
    }
    for (const file of facts.files) {
      if (!files.has(file.name)) files.set(file.name, file);
      if (++looked % namesOfStep === 0) yield;
    }
    contribution = added(indexes, contribution, facts.contribution);
  }
  return {
    versions: [...versions],
    files: [...files.values()],
    changed: new Date(Math.max(...all.map(({ changed }) => changed.getTime()))),
    ...(contribution ? { contribution } : {}),
  };
}

/** The kind lets the later of two go before. */
const added = (
  indexes: Pick<ArtifactIndexes, 'merge'>,
  known: IndexContribution | undefined,
  more: IndexContribution | undefined,
): IndexContribution | undefined => {
  if (!known || !more) return known ?? more;
  try {
    return indexes.merge(more, known);
  } catch (error) {
    if (error instanceof IndexRefused) return known;
    throw error;
  }
};

import type { IndexContribution, IndexFacts } from '@holdfast/artifact-spi';
import type { FactRow } from './file-index.query.js';

/** What an index is computed from, in which state. */
export interface FactsInState {
  readonly generation: string;
  readonly facts: IndexFacts;
}

/** Rows as they were read; undefined where the index has no state. */
export const factsOf = (rows: readonly FactRow[]): FactsInState | undefined => {
  let found: FactRow | undefined;
  const versions: string[] = [];
  const files: { name: string; modified: Date }[] = [];
  for (const row of rows)
    if (row.generation !== null) found = row;
    else if (row.version !== null) versions.push(row.version);
    else files.push({ name: row.name, modified: row.modifiedAt });
  if (!found?.generation) return undefined;
  const { generation, changedAt: changed, contribution } = found;
  return { generation, facts: { versions, files, changed, ...(contribution ? { contribution } : {}) } };
};

/** What was read of an index as one row. */
export interface FactsRow {
  generation: string;
  changedAt: Date;
  contribution: IndexContribution | null;
  versions: string[];
  files: { name: string; modified: string }[] | null;
}

export const indexFacts = ({
  generation,
  changedAt,
  contribution,
  versions,
  files,
}: FactsRow): FactsInState => ({
  generation,
  facts: {
    versions,
    files: (files ?? []).map(({ name, modified }) => ({ name, modified: new Date(modified) })),
    changed: changedAt,
    ...(contribution ? { contribution } : {}),
  },
});

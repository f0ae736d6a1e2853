import type { IndexFacts } from '@holdfast/artifact-spi';
import type { FactsRow } from './file-index.query.js';

/** What an index is to be computed from, with the state that it belongs to. */
export const indexFacts = ({
  generation,
  changedAt,
  contribution,
  versions,
  files,
}: FactsRow): { generation: string; facts: IndexFacts } => ({
  generation,
  facts: {
    versions,
    files: (files ?? []).map(({ name, modified }) => ({ name, modified: new Date(modified) })),
    changed: changedAt,
    ...(contribution ? { contribution } : {}),
  },
});

import { statement } from '@holdfast/platform/persistence';
import type { EntityManager } from 'typeorm';
import type { RepositoryRow } from './repository.entity.js';

/** Numbers that are tried. Whoever has made so many repositories of one id gets another number. */
const mostTried = 100_000;

/**
 * By hand: the database looks for the first free number and stops there, by one look at the index for each. What
 * begins so may be as much as somebody likes, and none of it comes here. Written as a join it could read the table.
 */
const freeNumber = statement<{ number: number }>(
  'repository_free_number',
  `select number from generate_series(1, ${mostTried}) number
    where (select 1 from repository.repository o where o.project = $1::uuid and o.id = $2::text || '-' || number) is null
    limit 1`,
);

/**
 * The id of a repository from its deactivation on: the old id, a hyphen, and the smallest number from 1 that no other
 * one of its project has; beyond `mostTried` the time. Callers hold the ids of the project (`lockIds`).
 */
export const deactivatedId = async (
  tx: EntityManager,
  { id, project }: Pick<RepositoryRow, 'id' | 'project'>,
): Promise<string> => {
  const [free] = await freeNumber(tx, [project, id]);
  return `${id}-${free?.number ?? Date.now()}`;
};

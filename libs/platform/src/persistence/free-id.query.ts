import type { EntityManager } from 'typeorm';

/** Numbers that are tried. Whoever has made so many objects of one id gets another number. */
const mostTried = 100_000;

/**
 * An id, a hyphen, and the smallest number from 1 that no object of the same scope has; beyond `mostTried` the time.
 * `scope`: what the column of that name has in all objects among which it is unique; absent: among all.
 *
 * By hand: the database looks for the first free number and stops there, by one look at the index for each. What
 * begins so may be as much as somebody likes, and none of it comes here. Written as a join it could read the table.
 */
export const freeId = async (
  tx: EntityManager,
  entity: new () => { id: string },
  id: string,
  scope?: { column: string; uuid: string },
): Promise<string> => {
  const { tableName } = tx.connection.getMetadata(entity);
  const within = scope === undefined ? '' : `and o.${scope.column} = $2`;
  const [free] = await tx.query<{ number: number }[]>(
    `select number from generate_series(1, ${mostTried}) number
      where (select 1 from "${tableName}" o where o.id = $1::text || '-' || number ${within}) is null limit 1`,
    scope === undefined ? [id] : [id, scope.uuid],
  );
  return `${id}-${free?.number ?? Date.now()}`;
};

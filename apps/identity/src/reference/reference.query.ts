import type { Expand, Expanded, ResolvedReferences, ResolveReferences } from '@holdfast/contracts';
import type { AccountType, Principal } from '@holdfast/kernel';
import { runComposed, statement, together, withLong } from '@holdfast/platform/persistence';
import type { DataSource } from 'typeorm';
import type { RelatedObjects } from '../related/related-objects.js';

type Names = ReturnType<
  typeof statement<{ kind: string; uuid: string; id: string; type: AccountType | null }>
>;

/** By company, and the uuids of each object that others name. */
const namesOf = ({ named }: RelatedObjects): Names =>
  statement(
    'reference_names',
    named
      .map(
        (
          { name, table, typed },
          at,
        ) => `select '${name}' as kind, uuid, id, ${typed ? 'type' : 'null as type'}
            from ${table} where uuid = any($${at + 2}::uuid[]) and company_uuid = $1`,
      )
      .join(' union all '),
  );

/** Answers who asks for the ids of objects of the caller's company; a reference to something tells no more. */
export const resolver = (source: DataSource, objects: RelatedObjects) => {
  const names = namesOf(objects);
  return async ({ company }: Principal, asked: ResolveReferences): Promise<ResolvedReferences> => {
    const found: ResolvedReferences = Object.fromEntries(objects.named.map(({ name }) => [name, {}]));
    const uuids = objects.named.map(({ name }) => asked[name] ?? []);
    if (uuids.every(({ length }) => length === 0)) return found;
    for (const { kind, uuid, id, type } of await names(source, [company.uuid, ...uuids]))
      found[kind][uuid] = type ? { id, uuid, type } : { id, uuid };
    return found;
  };
};

/** Most bytes of long columns in an answer, which goes through the broker as one message (8 MiB). */
const mostOfLong = 6 * 1024 * 1024;

/** Full objects by uuid, one statement where none is long; what the caller may not see, or has no room, is absent. */
export const expanded = async (
  source: DataSource,
  objects: RelatedObjects,
  caller: Principal,
  { object, uuids }: Expand,
): Promise<Expanded> => {
  const rows = objects.shown(object);
  const visible = rows?.visible(caller);
  if (!rows || !visible || uuids.length === 0) return {};
  const sql = `select ${rows.select} from ${rows.from}
            where ${rows.alias}.uuid = any(:uuids::uuid[]) and (${visible.sql})`;
  const parameters = together({ uuids }, visible.parameters);
  const found = await runComposed<{ uuid: string }>(source, 'expanded', sql, parameters);
  const shown = rows.long ? (await withLong(source, rows.long, found, mostOfLong)).rows : found;
  return Object.fromEntries(shown.map((row) => [row.uuid, rows.view(row as never)]));
};

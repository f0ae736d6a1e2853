import { columnsOf, shortOf, statement, type LongColumns } from '@holdfast/platform/persistence';
import { RepositoryRow } from './repository.entity.js';

/** Of a group: its members that are there. What was let in as a member is looked at again. */
const membersThere = `case when r.members is not null then (
    select coalesce(json_agg(json_build_object('uuid', m.uuid, 'id', m.id, 'redeploy', m.redeploy) order by n.place), '[]')
      from unnest(r.members) with ordinality as n(uuid, place) join repository.repository m on m.uuid = n.uuid
      where m.project = r.project and m.type = r.type and m.members is null and m.deleted_at is null
  ) end`;

/** When the refs of a repository last changed. */
export const pushedAt = '(select p.at from repository.repository_push p where p.repository = r.uuid)';

/** Of a fork: what it was made out of. */
const source = `case when r.forked_from is not null then (
    select json_build_object('uuid', f.uuid, 'id', f.id, 'project', f.project)
      from repository.repository f where f.uuid = r.forked_from
  ) end`;

/** How the newest import stands, of what was imported. */
const importNow = `case when r.imported then (
    select json_build_object('state', j.state, 'percent', j.percent,
        'error', coalesce(j.error, j.result->>'note')) from repository.job j
      where j.repository = r.uuid and j.kind = 'import' order by j.asked_at desc limit 1
  ) end`;

/** The other side of a mirror. */
const mirrorNow = `case when r.mirror is not null then (
    select json_build_object('direction', m.direction, 'url', m.url, 'username', m.username, 'interval', m.interval,
        'enabled', m.enabled, 'lastAt', m.last_at, 'error', m.error)
      from repository.remote m where m.repository = r.uuid and m.purpose = 'mirror'
  ) end`;

/** Attributes of one's own may have 64 KiB in each repository. */
export const longOfRepository: LongColumns = {
  table: 'repository.repository',
  texts: { properties: (column) => `${column}::text` },
};

const looked = [
  `${membersThere} as "membersThere"`,
  `${pushedAt} as "pushedAt"`,
  `${source} as "source"`,
  `${importNow} as "importNow"`,
  `${mirrorNow} as "mirrorNow"`,
];

/** Columns of a row under the names of its properties. */
export const repositoryColumns = [columnsOf(RepositoryRow, 'r'), ...looked].join(', ');

/** The same for lists: null where they are long. */
export const listedColumns = [
  columnsOf(RepositoryRow, 'r', ['properties']),
  shortOf(longOfRepository, 'r'),
  ...looked,
].join(', ');

/** True where another repository of the project has the id ($2), is a directory of it ($3) or below it. */
const taken = `exists (select from repository.repository r where r.project = $1 and (r.id = $2 or r.deleted_at is null
  and (r.id = any($3) or r.id > $2 || '/' and r.id < $2 || '0')))`;

/** By hand, as all that is asked with most requests below a repository. */
export const byId = statement<RepositoryRow>(
  'repository_by_id',
  `select ${repositoryColumns} from repository.repository r where r.project = $1 and r.id = $2`,
);
export const byUuid = statement<RepositoryRow>(
  'repository_by_uuid',
  `select ${repositoryColumns} from repository.repository r where r.uuid = $1`,
);
export const byUuids = statement<RepositoryRow>(
  'repository_by_uuids',
  `select ${repositoryColumns} from repository.repository r where r.uuid = any($1)`,
);
export const activeByNames = statement<RepositoryRow>(
  'repository_active_by_names',
  `select ${repositoryColumns} from repository.repository r
     where r.project = $1 and r.deleted_at is null and (r.id = any($2::text[]) or r.uuid = any($3::uuid[]))`,
);
export const isTaken = statement<{ taken: boolean }>('repository_taken', `select ${taken} as taken`);
/** By hand, after every push. A push a second is not worth a new version of the row each: a minute is near enough. */
export const contentChanged = statement<never>(
  'repository_content_changed',
  `update repository.repository set updated_at = greatest(updated_at, $2::timestamptz), default_identifier = coalesce($3, default_identifier)
   where uuid = $1 and deleted_at is null and (default_identifier <> $3 or updated_at < $2::timestamptz - interval '1 minute')`,
);
/**
 * By hand, with the events of changes of refs: many repositories at once, each named once. An event that comes late, or
 * twice, takes nothing back. Where a repository elsewhere follows, it is due.
 */
export const refsChangedAt = statement<never>(
  'repository_refs_changed_at',
  `with followed as (
     update repository.remote m set due = now()
       where m.repository = any($1::uuid[]) and m.purpose = 'mirror' and m.direction = 'push' and m.enabled
   )
   insert into repository.repository_push (repository, at)
     select given.repository, given.at from unnest($1::uuid[], $2::timestamptz[]) as given (repository, at)
       join repository.repository r on r.uuid = given.repository
     on conflict (repository) do update set at = greatest(repository_push.at, excluded.at)`,
);
export const ping = statement<never>('ping', 'select');

/** By hand, as it makes the row that it locks: the ids of a project, until the transaction ends. */
export const lockIds = statement<never>(
  'repository_lock_ids',
  `insert into repository.project_ids (project) values ($1)
   on conflict (project) do update set project = excluded.project`,
);

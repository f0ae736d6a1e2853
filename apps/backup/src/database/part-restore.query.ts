import { artifactRows } from './owned-rows.js';

/** A company of a backup by its id: of `pg_temp`, where its rows are. */
export const companyById =
  'select uuid::text as uuid from pg_temp.company where id = $1 and deleted_at is null';

export const projectById = `
  select p.uuid::text as uuid, c.uuid::text as company
    from pg_temp.project p join pg_temp.company c on c.uuid = p.company_uuid
   where c.id = $1 and p.id = $2 and p.deleted_at is null and c.deleted_at is null`;

export const livingProject = `
  select true as lives from identity.project p join identity.company c on c.uuid = p.company_uuid
   where p.uuid = $1 and p.deleted_at is null and c.deleted_at is null`;

export const repositoryById =
  'select uuid::text as uuid from pg_temp.repository where project = $1 and id = $2 and deleted_at is null';

/** Whether the id (`$2`) of a company (`$1`) is that of another one now. */
export const otherCompany = 'select from identity.company where id = $2 and uuid <> $1';

/** Which repository of a project (`$1`) has the id (`$2`) of another one (`$3`) now, or one above or below it. */
export const otherRepository = `
  select r.id from repository.repository r
   where r.project = $1 and r.uuid <> $3
     and (r.id = $2 or r.deleted_at is null and (starts_with(r.id, $2 || '/') or starts_with($2, r.id || '/')))`;

/** What has moved since stays where it is. */
export const atPresentNodes = `
  update pg_temp.repository b set node = r.node from repository.repository r where r.uuid = b.uuid`;

/** Repositories of a company (`$1`), or one (`$2`), as the backup has them. */
export const restoredRepositories = `
  select uuid::text as uuid, type, node from pg_temp.repository
   where company = $1 or uuid = $2 order by uuid::text collate "C"`;

/** Those that came after the backup. */
export const laterRepositories = `
  select r.uuid::text as uuid, r.type, r.node from repository.repository r
   where r.company = $1 and not exists (select from pg_temp.repository b where b.uuid = r.uuid)`;

export const blobsOfRepositories = `
  select distinct encode(sha256, 'hex') as sha256 from pg_temp.file where repository = any($1) order by sha256`;

/**
 * The indexes of repositories (`$1`) come in states of their own. Those of the backup may be of another past than this
 * installation's, after it was restored whole from an older one: others have their numbers then, or get them later.
 * What was made of an index, or is known of one by its number, is made anew.
 */
export const freshIndexes = `
  update pg_temp.file_index
     set generation = nextval('artifact.file_index_generation'), changed_at = statement_timestamp(),
         rendered = null, content = null, added = null, added_at = null, added_to = null
   where ${artifactRows.rows.artifact.file_index}`;

/**
 * Files of repositories (`$1`) that come back where others are now, or may have been since, are of this moment: clients
 * that ask by the date of what they got then would be told that nothing has changed. When they were stored stays known:
 * by that builds of a SNAPSHOT are ordered.
 */
export const filesOfNow = `
  update pg_temp.file b
     set modified_at = statement_timestamp(), back_at = statement_timestamp(),
         stored_at = case when b.back_at = b.modified_at then b.stored_at else b.modified_at end
   where b.repository = any($1)
     and not exists (select from artifact.file f
                      where f.directory = b.directory and f.name = b.name and f.sha256 = b.sha256
                        and f.modified_at = b.modified_at)
     and (not b.released or exists (select from artifact.file f
                                     where f.directory = b.directory and f.name = b.name))`;

/**
 * What the ledger knows of a repository (`$1`) is of later changes than those of the backup, and it takes no report
 * that is older. With this it takes the first one after the start, whatever kind of repository it is.
 */
export const anyReportCounts = 'update identity.storage_usage set version = 0 where repository_uuid = $1';

/** Answers that are kept for the accounts of the company of a project: they may tell of what a restore takes away. */
export const keptAnswersBeside = `
  delete from identity.idempotency where account_uuid in (
    select a.uuid from identity.account a join identity.project p on p.company_uuid = a.company_uuid
     where p.uuid = $1)`;

/**
 * How many sessions and keys of a company (`$1`) end with its rows; `$2`: those of bots that the backup has stay, as
 * `botKeysOfCompany` has it.
 */
export const endingKeysOfCompany = `
  select count(*)::int as ending from identity.session s join identity.account a on a.uuid = s.account_uuid
   where a.company_uuid = $1
     and not ($2 and a.type = 'bot' and exists (select from pg_temp.session b where b.uuid = s.uuid))`;

export const botKeysOfCompany = `
  insert into identity.session
  select s.* from pg_temp.session s join identity.account a on a.uuid = s.account_uuid
   where a.company_uuid = $1 and a.type = 'bot'`;

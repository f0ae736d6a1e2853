/**
 * Which rows are whose, as conditions with `$1`, by schemas and tables; `gone`: they are removed and not brought back.
 */
export type OwnedRows = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Ownership {
  rows: OwnedRows;
  gone: OwnedRows;
  /** What is only added where it is missing. */
  added: OwnedRows;
}

/** Values of rows that are there, or are in the backup, whose rows lie in tables of the session by the same names. */
const either = (table: string, column: string, where: string): string => {
  const [schema, name] = table.split('.');
  return `(select ${column} from ${schema}."${name}" where ${where} union
           select ${column} from pg_temp."${name}" where ${where})`;
};

const company = 'company_uuid = $1';
const ofAccounts = `account_uuid in ${either('identity.account', 'uuid', company)}`;
const inProject = `project_uuid in ${either('identity.project', 'uuid', company)}`;
const identity = {
  company: 'uuid = $1',
  ...{
    account: company,
    group: company,
    project: company,
    ssh_key: company,
    storage_usage: company,
  },
  group_member: `group_uuid in ${either('identity.group', 'uuid', company)}`,
  notification_setting: ofAccounts,
  ...{
    project_account: inProject,
    project_group: inProject,
    subscriber: inProject,
  },
};

const ofRepositories = (where: string) => {
  const inThem = `repository in ${either('repository.repository', 'uuid', where)}`;
  return {
    rows: {
      ...{
        repository: where,
        branch_pattern: inThem,
        path_lock: inThem,
        protected_branch: inThem,
      },
      ...{ remote: inThem, repository_push: inThem },
    },
    gone: { job: inThem, repository_damage: inThem, repository_move: inThem },
  };
};

/** `$1`: uuids of repositories. */
const inDirectories = `directory in ${either('artifact.directory', 'hash', 'repository = any($1)')}`;
const repositories = 'repository = any($1)';

/** The rows of artifacts of repositories, whose uuids are `$1`. */
export const artifactRows: Ownership = {
  rows: {
    artifact: {
      directory: repositories,
      file: repositories,
      usage: repositories,
      file_index: inDirectories,
    },
  },
  gone: { artifact: { held_checksum: inDirectories } },
  added: {},
};

/** All of a company, whose uuid is `$1`. Its audit events only grow. */
export const companyRows: Ownership = {
  rows: { identity, repository: ofRepositories('company = $1').rows },
  gone: { identity: { idempotency: ofAccounts }, repository: ofRepositories('company = $1').gone },
  added: { identity: { audit_event: company } },
};

/** A repository, whose uuid is `$1`. */
export const oneRepositoryRows: Ownership = {
  rows: { repository: ofRepositories('uuid = $1').rows },
  gone: { repository: ofRepositories('uuid = $1').gone },
  added: {},
};

const ofEachService = ['audit_outbox', 'event_heard', 'event_outbox'];

/**
 * Tables of which the restore of a part brings nothing: what is of no company, and what was under way, which ends with
 * the objects that it is about. Every other table stands above; `tools/system/owned-rows.spec.mjs` names one that is
 * in neither place.
 */
export const tablesLeftOut: Readonly<Record<string, readonly string[]>> = {
  identity: [...ofEachService, 'password_recovery', 'session', 'storage_lease'],
  repository: [...ofEachService, 'project_ids', 'storage_node'],
  artifact: [...ofEachService, 'blob_move', 'doomed_blob', 'staging_lease', 'store_owner', 'store_use'],
};

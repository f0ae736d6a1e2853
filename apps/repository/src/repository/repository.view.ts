import type { Repository, View } from '@holdfast/contracts';
import { timestamp } from '@holdfast/kernel';
import type { RepositoryAddresses } from './repository-address.js';
import type { RepositoryRow } from '../catalogue/repository.entity.js';
import type { RepositoryType } from '../catalogue/repository-types.js';

/** Where a repository stands, by the names of now. */
export interface RepositoryPlace {
  company: { id: string };
  project: { id: string; uuid: string };
  /** Whether who looks at it administers it. */
  isAdmin?: boolean;
}

/** A repository as the API shows it, without `api_status` and `api_timestamp`. */
export const repositoryView = (
  row: RepositoryRow,
  { company, project, isAdmin = false }: RepositoryPlace,
  type: RepositoryType,
  addresses: RepositoryAddresses,
): RepositoryView => {
  const place = { company: company.id, project: project.id, type: row.type, id: row.id };
  return {
    id: row.id,
    uuid: row.uuid,
    type: row.type,
    http_url: addresses.http(place),
    ssh_url: addresses.ssh(place, type.ssh),
    default_identifier: row.defaultIdentifier,
    default_base_branch: row.defaultBaseBranch ?? row.defaultIdentifier,
    description: row.description,
    properties: row.properties,
    ...(type.vcs ? {} : row.members ? { members: memberIds(row) } : deploymentOf(row)),
    ...(row.layout === null ? {} : { layout: row.layout }),
    storage_limit: limitShown(row.storageLimit),
    storage_used: Number(row.storageUsed),
    creator: { uuid: row.creator },
    project: { id: project.id, uuid: project.uuid },
    forked_from: row.origin ?? null,
    ...(type.vcs ? { import: importOf(row.importNow) } : {}),
    ...(type.vcs && isAdmin ? { mirror: mirrorOf(row.mirrorNow) } : {}),
    hook_events: type.vcs ? ['push'] : [],
    pushed_at: row.pushedAt ? timestamp(row.pushedAt) : null,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
    ...(row.deletedAt ? { deleted_at: timestamp(row.deletedAt), old_id: row.oldId ?? row.id } : {}),
  };
};

/** As the column has it, in bytes. */
export const limitShown = (stored: string | null): number | null => (stored === null ? null : Number(stored));

const importOf = (now: RepositoryRow['importNow']): RepositoryView['import'] => {
  if (!now) return null;
  const { state, percent, error } = now;
  if (state === 'stopped') return { state: 'failed', progress: percent ?? 0, error: 'it was stopped' };
  return { state, progress: percent ?? 0, error };
};

const mirrorOf = (now: RepositoryRow['mirrorNow']): RepositoryView['mirror'] => {
  if (!now) return null;
  const { direction, url, username, interval, enabled, lastAt, error } = now;
  const last_at = lastAt === null ? null : timestamp(new Date(lastAt));
  return { direction, url, username, password: '', interval, enabled, last_at, error };
};

const memberIds = ({ membersThere }: RepositoryRow): string[] => (membersThere ?? []).map(({ id }) => id);

const deploymentOf = ({ policy, redeploy }: RepositoryRow): Pick<RepositoryView, 'policy' | 'redeploy'> => ({
  policy: policy ?? 'mixed',
  redeploy: redeploy ?? false,
});

export type RepositoryView = View<typeof Repository>;

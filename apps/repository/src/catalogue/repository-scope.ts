import type { RepositoryScope } from '@holdfast/kernel';
import type { MemberRepository, RepositoryRow } from './repository.entity.js';

/** What calls about a repository carry of it. */
export const repositoryScope = (row: RepositoryRow): RepositoryScope => {
  const { uuid, id, type, node, deletedAt, policy, redeploy, membersThere, storageLimit, mirror } = row;
  return {
    uuid,
    id,
    type,
    node,
    deleted: deletedAt !== null,
    ...(policy === null ? {} : { policy }),
    ...(redeploy === null ? {} : { redeploy }),
    ...(mirror === 'pull' ? { mirrored: true as const } : {}),
    ...(membersThere ? groupOf(membersThere) : {}),
    ...(storageLimit === null ? {} : { storageLimit: Number(storageLimit) }),
  };
};

const groupOf = (members: readonly MemberRepository[]): Pick<RepositoryScope, 'members' | 'redeploy'> => ({
  members: members.map(({ uuid }) => uuid),
  redeploy: members.some(({ redeploy }) => redeploy),
});

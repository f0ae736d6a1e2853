import type { Commit, Verification, View } from '@holdfast/contracts';
import { timestamp, type RepositoryScope } from '@holdfast/kernel';
import type { Commit as FoundCommit } from '@holdfast/vcs-spi';

export type CommitView = View<typeof Commit>;

/** A commit as the API shows it, without `api_status` and `api_timestamp`. */
export const commitView = (
  { id, parents, author, committer, message, cut }: FoundCommit,
  repository: Pick<RepositoryScope, 'id' | 'uuid'>,
  verification: Verification | null,
): CommitView => ({
  id,
  parents: parents.map((parent) => ({ id: parent })),
  author: author.name,
  email: author.email,
  timestamp: timestamp(new Date(author.at * 1000)),
  committer: committer.name,
  committer_email: committer.email,
  committed_at: timestamp(new Date(committer.at * 1000)),
  description: message,
  ...(cut ? { truncated: true } : {}),
  verification,
  repository: { id: repository.id, uuid: repository.uuid },
});

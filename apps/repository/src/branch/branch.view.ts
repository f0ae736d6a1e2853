import type { Branch, View } from '@holdfast/contracts';
import type { RepositoryScope } from '@holdfast/kernel';
import type { NamedRef } from '@holdfast/vcs-spi';

/** A branch as the API shows it, without `api_status` and `api_timestamp`. */
export const branchView = (
  { id, commit }: NamedRef,
  isProtected: boolean,
  repository: Pick<RepositoryScope, 'id' | 'uuid'>,
): BranchView => ({
  id,
  uuid: `${repository.uuid}-${id}`,
  commit,
  protected: isProtected,
  repository: { id: repository.id, uuid: repository.uuid },
});

export type BranchView = View<typeof Branch>;

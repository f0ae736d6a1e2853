import type { Bookmark, View } from '@holdfast/contracts';
import type { RepositoryScope } from '@holdfast/kernel';
import type { NamedRef } from '@holdfast/vcs-spi';

export type BookmarkView = View<typeof Bookmark>;

/** A bookmark as the API shows it, without `api_status` and `api_timestamp`. */
export const bookmarkView = (
  { id, commit }: NamedRef,
  repository: Pick<RepositoryScope, 'id' | 'uuid'>,
): BookmarkView => ({
  id,
  uuid: `${repository.uuid}-${id}`,
  commit,
  repository: { id: repository.id, uuid: repository.uuid },
});

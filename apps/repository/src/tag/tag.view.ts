import type { Tag, View } from '@holdfast/contracts';
import { timestamp, type RepositoryScope } from '@holdfast/kernel';
import type { TagTarget } from '@holdfast/vcs-spi';

export type TagView = View<typeof Tag>;

/** A tag as the API shows it, without `api_status` and `api_timestamp`. */
export const tagView = (
  id: string,
  { commit, annotation }: TagTarget,
  repository: Pick<RepositoryScope, 'id' | 'uuid'>,
): TagView => {
  const { tagger } = annotation ?? {};
  return {
    id,
    uuid: `${repository.uuid}-${id}`,
    commit: commit ?? null,
    annotated: annotation !== undefined,
    message: annotation?.message ?? null,
    tagger: tagger?.name ?? null,
    tagger_email: tagger?.email ?? null,
    tagged_at: tagger ? timestamp(new Date(tagger.at * 1000)) : null,
    ...(annotation?.cut ? { truncated: true } : {}),
    repository: { id: repository.id, uuid: repository.uuid },
  };
};

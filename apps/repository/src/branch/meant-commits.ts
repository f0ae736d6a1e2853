import {
  mistakenByUpdate,
  type Abilities,
  type Reading,
  type RefSnapshot,
  type RefUpdate,
  type VcsKind,
  type VcsRepository,
} from '@holdfast/vcs-spi';

/** So many are looked up. Where more new names begin like ids, all of them count as such. */
const most = 1_000;
/** So many at a time. */
const together = 20;

/** The commits of which new names begin the ids, as far as it depends on these whether that is forbidden. */
export const meantCommits = async (
  { kind, data, reading }: { kind: VcsKind; data: Pick<VcsRepository, 'resolve'>; reading: Reading },
  updates: readonly Pick<RefUpdate, 'sort' | 'name' | 'old' | 'new'>[],
  { protectedPush }: Pick<Abilities, 'protectedPush'>,
): Promise<Pick<RefSnapshot, 'get'>> => {
  const names = new Set<string>();
  if (!protectedPush)
    for (const update of updates)
      for (const { sort, name, ever } of mistakenByUpdate(kind, update))
        if (sort === 'commit' && !ever) names.add(name);
  if (names.size > most) return { get: (name) => name };
  const found = new Set<string>();
  const left = [...names];
  while (left.length > 0)
    await Promise.all(
      left.splice(0, together).map(async (name) => {
        if ((await data.resolve(name, reading)).outcome !== 'absent') found.add(name);
      }),
    );
  return { get: (name) => (found.has(name) ? name : undefined) };
};

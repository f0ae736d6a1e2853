import type { RefChange } from '@holdfast/contracts';
import type { VcsRepository } from '@holdfast/vcs-spi';

/** Which of the updates have happened, in their order. */
export const happenedIn = async (
  data: VcsRepository,
  updates: readonly RefChange[],
): Promise<readonly boolean[]> => {
  if (data.happened) return data.happened(updates);
  const tips = await data.tips(updates.map(({ ref }) => ref));
  return updates.map((update, at) => tips[at] === update.new);
};

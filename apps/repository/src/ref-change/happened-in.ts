import type { VcsRepository } from '@holdfast/vcs-spi';
import { readingAt, type Intent } from './intent.js';

/** Which of the updates of one change, all in their order, have happened. `intents`: there is at least one. */
export const happenedIn = async (
  data: VcsRepository,
  intents: readonly Intent[],
): Promise<readonly boolean[]> => {
  const updates = intents.flatMap((intent) => intent.updates);
  // Others wait until it is known: not behind what else is read for whoever changed them.
  const [first] = intents;
  const reading = readingAt({ ...first, account: first.repository.uuid });
  if (data.happened) return data.happened(updates, reading);
  const refs = updates.map(({ ref }) => ref);
  const tips = await data.tips(refs, reading);
  return updates.map((update, at) => tips[at] === update.new);
};

import { loopShare } from '@holdfast/kernel';
import { isDeep, type RefSnapshot, type RefUpdate } from '@holdfast/vcs-spi';
import type { RefSnapshots } from './ref-snapshots.js';

/** What is asked of the names that there are where others are to come. */
type Names = Pick<RefSnapshot, 'get' | 'collision'>;

/**
 * The names that there are, with what of them is in the way of new ones already looked up: for 50,000 of them that
 * takes a while, in which others have the event loop. Deep names are left: they may be refused without a look.
 */
export const lookedUp = async (
  { branch, tag }: RefSnapshots['named'],
  updates: readonly RefUpdate[],
): Promise<{ branch: Names | undefined; tag: Names | undefined }> => ({
  branch: branch && (await collisionsIn(branch, 'branch', updates)),
  tag: tag && (await collisionsIn(tag, 'tag', updates)),
});

const collisionsIn = async (
  names: Names,
  of: RefUpdate['sort'],
  updates: readonly RefUpdate[],
): Promise<Names> => {
  const free = new Set<string>();
  const found = new Map<string, string | undefined>();
  for (const update of updates) {
    if (update.sort !== of || update.old !== undefined || update.new === undefined || isDeep(update))
      continue;
    found.set(update.name, names.collision(update.name, free));
    if (loopShare.isOver) await loopShare.pass();
  }
  return {
    get: (name) => names.get(name),
    collision: (name, others) => (found.has(name) ? found.get(name) : names.collision(name, others)),
  };
};

import { refusal, type RefRefusal, type RefUpdate } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { deepTags } from './deep-tags.js';
import { pushTraits } from './push-traits.js';
import { newIds, type PushedUpdates } from './pushed-updates.js';
import { questions, tellObjects } from '../packs/told-objects.js';

/** What git says of the object of an update: nothing is wrong with it, or why it cannot be written. */
const verdicts = [undefined, 'no_object', 'no_commit', 'deep_tag'] as const;

/** Updates that git would refuse for their objects, and take the rest of the push. */
export interface Unwritable {
  count: number;
  refusals: Iterable<RefRefusal>;
  /** Tags through which the updates lead. */
  passed?: Iterable<string>;
}

/**
 * The updates that name an object which is not there, branches at something that is no commit, and what names a tag
 * that leads to too many others; of a push of one branch git says so itself. `environment` shows the objects of the
 * push.
 * @throws when git does not say.
 */
export const unwritable = async (
  processes: GitProcesses,
  directory: string,
  updates: PushedUpdates,
  environment: Record<string, string>,
  timeout: number,
): Promise<Unwritable> => {
  const found = new Uint8Array(updates.size);
  const asked = written(updates);
  const until = Date.now() + timeout;
  const tags = new Set<string>();
  let each = asked.next().value;
  if (!each || (updates.size === 1 && each.update.sort === 'branch')) return { count: 0, refusals: [] };
  let count = 0;
  let surplus = 0;
  await tellObjects(
    processes,
    { directory, flags: ['--batch-check=%(objecttype)', '--buffer'] },
    { environment, timeout, input: questions(newIds(updates)) },
    (line) => {
      if (!each) return void (surplus += 1);
      const { old, new: next } = each.update;
      if (line === 'tag' && next !== undefined && next !== old) tags.add(next);
      const verdict = verdictOf(each.update, line);
      found[each.at] = verdicts.indexOf(verdict);
      if (verdict) count += 1;
      each = asked.next().value;
    },
  );
  if (each || surplus > 0) throw new Error('git did not look at the objects');
  const { deep, passed } = await deepTags(processes, directory, tags, environment, until);
  for (const { at, update } of deep.size > 0 ? written(updates) : []) {
    if (found[at] !== 0 || update.new === undefined || !deep.has(update.new)) continue;
    found[at] = verdicts.indexOf('deep_tag');
    count += 1;
  }
  return { count, refusals: { [Symbol.iterator]: () => refusalsOf(updates, found) }, passed };
};

const verdictOf = ({ sort }: RefUpdate, type: string): (typeof verdicts)[number] => {
  if (type.endsWith(' missing')) return 'no_object';
  return sort === 'branch' && type !== 'commit' ? 'no_commit' : undefined;
};

function* written(updates: PushedUpdates): Generator<{ at: number; update: RefUpdate }, undefined> {
  let at = 0;
  for (const update of updates) {
    if (update.new !== undefined) yield { at, update };
    at += 1;
  }
}

function* refusalsOf(updates: PushedUpdates, found: Uint8Array): Generator<RefRefusal> {
  let at = 0;
  for (const update of updates) {
    const verdict = verdicts[found[at]];
    if (verdict) yield refusal(update, verdict, pushTraits);
    at += 1;
  }
}

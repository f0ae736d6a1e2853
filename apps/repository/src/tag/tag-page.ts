import { loopShare, type ListQuery, type Page } from '@holdfast/kernel';
import type { Reading, RefSnapshot, TagTarget, Tags } from '@holdfast/vcs-spi';
import { asksForCommits, branchPage } from '../branch/branch-page.js';

/** A tag with what it leads to. */
export interface FoundTag {
  id: string;
  target: TagTarget;
}

/**
 * One page of a repository's tags. By name it costs the same at every offset; what asks for the commits of all tags
 * reads all of them.
 */
export const tagPage = async (
  tags: Tags,
  reading: Reading,
  times: Times,
  query: ListQuery,
): Promise<Page<FoundTag>> => {
  const snapshot = await tags.snapshot(reading);
  const branches = asksForCommits(query) ? await led(tags, reading, snapshot) : snapshot;
  const protectedAmong = () => Promise.resolve(() => false);
  const facts = { branches, protectedAmong, times: ofCommits(times) };
  const { results, more } = await branchPage(facts, query);
  const pointedAt = results.map(({ id }) => snapshot.get(id) ?? '');
  const targets = await tags.targets(pointedAt, reading);
  return { results: results.map(({ id }, at) => ({ id, target: targets[at] })), more };
};

type Times = (commits: string[]) => Promise<(number | undefined)[]>;

/** Of nothing there is no time. */
const ofCommits =
  (times: Times): Times =>
  async (commits) => {
    const known = await times(commits.filter((commit) => commit !== ''));
    let next = 0;
    return commits.map((commit) => (commit === '' ? undefined : known[next++]));
  };

/** So many tags are looked at together. */
const atOnce = 1000;

/** The same tags at the commits that they lead to; without one: at nothing, which comes before all others. */
const led = async (
  tags: Tags,
  reading: Reading,
  snapshot: RefSnapshot,
): Promise<Pick<RefSnapshot, 'size' | 'page'>> => {
  const all: { id: string; commit: string }[] = [];
  for (let at = 0; at < snapshot.size; at += atOnce) {
    if (loopShare.isOver) await loopShare.pass();
    const part = snapshot.page(at, atOnce);
    const targets = await tags.targets(
      part.map(({ commit }) => commit),
      reading,
    );
    part.forEach(({ id }, index) => all.push({ id, commit: targets[index].commit ?? '' }));
  }
  return { size: all.length, page: (offset, limit) => all.slice(offset, offset + limit) };
};

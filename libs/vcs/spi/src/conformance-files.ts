import { actor, reading } from './conformance-calls.js';
import type { CommitDraft, FileWrite } from './vcs-commits.js';
import type { VcsRepository } from './vcs-kind.js';
import type { VcsWorkshop } from './vcs-workshop.js';

/** Who commits in the tests of a kind what its `actor` wrote. */
export const committer = { name: 'C O Mitter', email: 'committer@example.org' };

/** Everything, from the first on. */
export const whole = { backwards: false, offset: 0, limit: 1000 };

/** A question of somebody who does not wait any longer. */
export const late = () => ({ ...reading(), deadline: Date.now() - 1 });

/** A new repository, with what was pushed to its default branch; ids from the oldest on. */
export const pushedTo = async (shop: VcsWorkshop, count: number) => {
  const directory = shop.freshDirectory();
  await shop.kind.create(directory);
  const ids = await shop.commit(directory, shop.kind.defaultReference, count);
  return { repository: shop.kind.open(directory), ids, tip: ids[count - 1] };
};

/** Files with their texts. Undefined: deleted. */
export type FileTexts = Readonly<Record<string, string | undefined>>;

/** The edits of a commit. */
export const edited = (files: FileTexts) => {
  const modified: FileWrite[] = [];
  const deleted: string[] = [];
  for (const [path, content] of Object.entries(files)) {
    if (content === undefined) deleted.push(path);
    else modified.push({ path, content, encoding: 'utf-8' });
  }
  return { modified, deleted };
};

/** What makes commits in a repository. */
export const committingTo = ({ commits, branches }: VcsRepository, main: string) => {
  if (!commits || !branches) throw new Error('a kind without commits does not take part');
  const prepare = (draft: Partial<CommitDraft>) => {
    const edits = { modified: [], deleted: [], message: 'm', author: actor, committer };
    return commits.prepare({ ...edits, ...draft }, reading());
  };
  const prepared = async (draft: Partial<CommitDraft>) => {
    const made = await prepare(draft);
    if ('problems' in made) throw new Error(`wrong: ${JSON.stringify(made.problems)}`);
    return made;
  };
  /** On a branch, after what is there; answers its id. */
  const commit = async (files: FileTexts, id = main) => {
    const parent = (await branches.snapshot()).get(id);
    const made = await prepared({ ...(parent === undefined ? {} : { parent }), ...edited(files) });
    await made.publish({ id, expected: parent });
    await made.discard();
    return made.id;
  };
  return { prepare, prepared, commit };
};

/** A new repository in which the commits of these files follow each other, with their ids. */
export const committed = async (shop: VcsWorkshop, ...history: FileTexts[]) => {
  const directory = shop.freshDirectory();
  await shop.kind.create(directory);
  const repository = shop.kind.open(directory);
  const { commit } = committingTo(repository, shop.kind.defaultReference);
  const ids: string[] = [];
  for (const files of history) ids.push(await commit(files));
  return { repository, ids };
};

type Page = { readonly results: readonly unknown[]; readonly more: boolean } | undefined;

/** A list of which all is known already comes in pages of two, forwards and backwards. */
export const expectPages = async (
  all: readonly unknown[],
  read: (window: { offset: number; limit: number; backwards: boolean }) => Promise<Page>,
): Promise<void> => {
  expect(all.length).toBeGreaterThan(2);
  for (const backwards of [false, true]) {
    const ordered = backwards ? [...all].reverse() : all;
    for (let offset = 0; offset <= all.length; offset += 1)
      expect(await read({ offset, limit: 2, backwards })).toEqual({
        results: ordered.slice(offset, offset + 2),
        more: offset + 2 < all.length,
      });
  }
};

import { refWeight, VcsRefusal } from '@holdfast/vcs-spi';
import { isPath } from './history.js';
import type { Question, SubversionReader } from './subversion-reader.js';
import { unpathed } from '../process/told-text.js';
import { encodedPath } from '../server/dav-client.js';
import { subversionTraits } from '../subversion.traits.js';

/** Names of directories that stand for something, with the revisions in which they last changed. */
export type NamedRevisions = [name: string, revision: string][];

/** What stands in a revision for branches, `trunk` among them, and for tags. */
export interface FoundRefs {
  branches: NamedRevisions;
  tags: NamedRevisions;
}

/** The branch that lies beside the others. */
const trunk = 'trunk';

/** It always is the newest revision: a directory of this name, which clients may make, is no branch and no tag. */
const isNewest = (name: string): boolean => name === subversionTraits.defaultReference;

/** What a name may be of. */
export type RefSort = 'branch' | 'tag';
const places = { branch: 'branches', tag: 'tags' };

/** Reads which branches and tags there are. */
export class RefReader {
  /** `most`: bytes of the branches and tags of a repository (`RefSnapshot.weight`). */
  constructor(
    private readonly reader: SubversionReader,
    private readonly most: number,
  ) {}

  /**
   * `trunk` and what lies in `branches` and `tags`, as far as they are there.
   * @throws VcsRefusal `too_large` where they are more than are told
   */
  async all({ directory, reading, revision }: Question & { revision: string }): Promise<FoundRefs> {
    const asked = { directory, reading };
    const below = async (name: string): Promise<NamedRevisions> => {
      const told = { what: 'names' as const, room: this.most };
      const all = (await this.reader.list(asked, revision, name, 1, told)) ?? [];
      return all
        .filter(({ path, isDirectory }) => isDirectory && path !== name)
        .map(({ path, revision: last }): NamedRevisions[number] => [path.slice(name.length + 1), last])
        .filter(([each]) => !isNewest(each));
    };
    const [last, branches, tags] = await Promise.all([
      this.one({ ...asked, revision, sort: 'branch', name: trunk }),
      below(places.branch),
      below(places.tag),
    ]);
    // A branch with the name of the trunk could not be told from it.
    const others = branches.filter(([name]) => name !== trunk);
    let left = this.most;
    for (const [name] of [...others, ...tags]) left -= refWeight(Buffer.byteLength(name));
    if (left < 0) throw new VcsRefusal('too_large', 'there are too many branches and tags');
    return { branches: last === null ? others : [...others, [trunk, last]], tags };
  }

  /** The revision in which one of them last changed, without a look at the others; null: there is none of this name. */
  async one({
    directory,
    reading,
    revision,
    sort,
    name,
  }: Question & { revision: string; sort: RefSort; name: string }): Promise<string | null> {
    if (name === '' || isNewest(name) || name.includes('/') || !isPath(name) || !isAddress(name)) return null;
    const path = sort === 'branch' && name === trunk ? name : `${places[sort]}/${name}`;
    const asked = { directory, reading };
    const [found] = (await this.reader.list(asked, revision, path, 0, { what: 'names' })) ?? [];
    return found?.isDirectory ? found.revision : null;
  }
}

/** Nothing is called what no request can name: its line has 64 KiB. */
const isAddress = (path: string): boolean =>
  !unpathed.test(path) && encodedPath(path).length < longestAddress;
const longestAddress = 60 << 10;

import { isDeepStrictEqual } from 'node:util';
import type { Person, RepositoryAt } from '../world.js';
import type { ApiObject } from './api.js';
import { ComparedRepository } from './compared-repository.js';

/** A file of a revision, in the words of the API; what is not known of it is not compared. */
export interface TruthFile {
  path: string;
  size: number;
  mode?: string;
  id?: string;
}

/** A commit, in the words of the API. */
export interface TruthCommit {
  id: string;
  parents: { id: string }[];
  author: string;
  email: string;
  timestamp: number;
  description: string;
}

/** What the stock programs of a kind say of the revisions of a repository. */
export interface RevisionTruth {
  /** In the order of their paths. */
  files(id: string): Promise<TruthFile[]>;
  /** Of a file, of a link where it leads to; and what is not told by `files`. */
  content(id: string, path: string): Promise<{ content: Buffer; mode?: string; id?: string }>;
  /** `A`, `M` or `R` and a path, of each file that differs from the first parent; sorted. */
  changed(id: string): Promise<string[]>;
}

const letters: Record<string, string> = { added: 'A', copied: 'A', renamed: 'A', deleted: 'R' };

/** Asks the API about the revisions of a repository. */
export class RevisionSamples extends ComparedRepository {
  constructor(
    admin: Person,
    repository: RepositoryAt,
    private readonly next: (below: number) => number,
  ) {
    super(admin, repository);
  }

  /** All pages of a list. */
  async all(path: string): Promise<ApiObject[]> {
    const found: ApiObject[] = [];
    for (let offset = 0; ;) {
      const { results, metadata } = await this.page(path, 1_000, offset);
      found.push(...results);
      if (!metadata.more_results) return found;
      offset = metadata.next_offset;
    }
  }

  /** What has a name: branches, tags or bookmarks. */
  async named(what: string): Promise<Record<string, string>> {
    return Object.fromEntries((await this.all(what)).map(({ id, commit }) => [id, String(commit)]));
  }

  /** A list of commits has to be this one, in this order. */
  async list(path: string, wanted: readonly TruthCommit[]): Promise<void> {
    const shown = (await this.all(path)).map(asTruth);
    this.same(`how many ${path}`, shown.length, wanted.length);
    const at = wanted.findIndex((each, index) => !isDeepStrictEqual(shown[index], each));
    if (at >= 0)
      this.differences.push({ what: `${path}, number ${at}`, shown: shown[at], wanted: wanted[at] });
  }

  /** A revision: its files, one of these, and what it changes. */
  async look(wanted: TruthCommit, truth: RevisionTruth): Promise<void> {
    const { id } = wanted;
    this.same(`commit ${id}`, asTruth(await this.got(`commits/${id}`)), wanted);
    const files = await truth.files(id);
    const [limit, offset] = [1 + this.next(300), this.next(Math.min(files.length, 2_000))];
    const { results } = await this.page(`commits/${id}/files`, limit, offset);
    const part = files.slice(offset, offset + limit);
    const names = part.map((file) => Object.keys(file));
    const shown = results.map((file, index) =>
      Object.fromEntries((names[index] ?? ['path']).map((name) => [name, file[name]])),
    );
    this.same(`files of ${id} from ${offset}`, shown, part);
    const plain = part.filter(({ path }) => !path.includes('\ufffd'));
    if (plain.length > 0) await this.file(id, plain[this.next(plain.length)], truth);
    const changes = await this.all(`commits/${id}/changesets`);
    const told = changes.flatMap(({ status, path, old_path }) => [
      `${letters[String(status)] ?? 'M'} ${String(path)}`,
      ...(status === 'renamed' ? [`R ${String(old_path)}`] : []),
    ]);
    this.same(`changes of ${id}`, withoutReplaced(told), await truth.changed(id));
  }

  private async file(id: string, { path }: TruthFile, truth: RevisionTruth): Promise<void> {
    const { content, ...more } = await truth.content(id, path);
    const address = path.split('/').map(encodeURIComponent).join('/');
    const sent = await this.bytes(`commits/${id}/files/${address}`);
    this.same(`${path} of ${id}`, [sent.length, sent.equals(content)], [content.length, true]);
    const { results } = await this.page(`commits/${id}/files`, 1_000, 0, path);
    const found = results.find((each) => each.path === path);
    const shown = Object.fromEntries(Object.keys(more).map((name) => [name, found?.[name]]));
    this.same(`mode and id of ${path} of ${id}`, shown, more);
  }

  private page(path: string, limit: number, offset: number, text?: string) {
    const words = new URLSearchParams({ limit: String(limit), offset: String(offset) });
    if (text !== undefined) words.set('search_term', text);
    return this.got(`${path}${path.includes('?') ? '&' : '?'}${words.toString()}`);
  }
}

const asTruth = ({ id, parents, author, email, timestamp, description }: ApiObject): unknown => ({
  ...{ id, parents, author, email, timestamp: Date.parse(String(timestamp)) / 1_000, description },
});

/** Sorted. What takes the place of another file of its name is told of as deleted and as added. */
const withoutReplaced = (told: readonly string[]): string[] => {
  const all = new Set(told);
  const isReplaced = (path: string): boolean => all.has(`A ${path}`) && all.has(`R ${path}`);
  const shown = told.map((each) => (isReplaced(each.slice(2)) ? `M ${each.slice(2)}` : each));
  return [...new Set(shown)].sort();
};

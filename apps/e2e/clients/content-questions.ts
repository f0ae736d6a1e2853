import type { Person, RepositoryAt } from '../world.js';
import type { ApiObject } from './api.js';
import { ComparedRepository } from './compared-repository.js';
import { shownAs, type Bytes, type GitTruth } from './git-truth.js';
import { chanceFrom } from './odd-repository.js';

/** After so many differences nothing more is asked. */
const enough = 30;

/** Asks the API of one repository by chance, and keeps what is otherwise than git says. */
export class ContentQuestions extends ComparedRepository {
  /** A number by chance, from 0 to below. */
  readonly next: (below: number) => number;

  constructor(
    admin: Person,
    repository: RepositoryAt,
    readonly truth: GitTruth,
    readonly commits: readonly string[],
    seed: number,
  ) {
    super(admin, repository);
    this.next = chanceFrom(seed);
  }

  get isEnough(): boolean {
    return this.differences.length >= enough;
  }

  pick<T>(all: readonly T[]): T {
    return all[this.next(all.length)];
  }

  window(length: number, most = 200): { limit: number; offset: number } {
    return { limit: 1 + this.next(most), offset: this.next(Math.max(1, length)) };
  }

  /** Any file of a commit; none that is a submodule. */
  async file(commit: string): Promise<{ bytes: Bytes; path: string; id: string } | undefined> {
    const all = (await this.truth.entries(commit, '', true)).filter(({ mode }) => mode !== '160000');
    // What is shown alike cannot be told apart.
    const twice = (path: string): boolean =>
      path.includes('\ufffd') && all.filter((each) => each.path === path).length > 1;
    const one = all.length > 0 ? this.pick(all) : undefined;
    return one && !twice(one.path) ? one : undefined;
  }

  /** A directory of a commit, '' being its root, on some way down. */
  async directory(commit: string): Promise<Bytes> {
    for (let directory = ''; ;) {
      const entries = await this.truth.entries(commit, directory);
      const below = entries.filter(({ mode, path }) => mode === '040000' && isPlain(path));
      if (below.length === 0 || this.next(3) === 0) return directory;
      directory = this.pick(below).bytes;
    }
  }

  /** A part of a text, with other letters large; undefined where it cannot be said in UTF-8. */
  partOf(text: string, most = 12): string | undefined {
    const from = this.next(text.length);
    const part = text.slice(from, from + 1 + this.next(most));
    // Half a character, or what git does not take for a text by itself.
    if (part === '' || /[\ufffd\0\ud800-\udfff]|\\E/.test(part)) return undefined;
    const turned = this.next(3);
    if (turned === 0) return part.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    return turned === 1 ? part.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : part;
  }

  /** Of one commit its full hash; null where there is none of that name. */
  async idOf(revision: string): Promise<string | null> {
    const { status, body } = await this.reply(`commits/${encodeURIComponent(revision)}`);
    return status === 404 ? null : body.id;
  }
}

export const addressOf = (path: Bytes): string => shownAs(path).split('/').map(encodeURIComponent).join('/');

/** A commit of the API in the words of `GitTruth.commit`. */
export const commitShown = (commit: ApiObject): object => {
  const { id, parents, author, email, timestamp, committer, committer_email, committed_at, description } =
    commit;
  return {
    ...{ id, parents, author, email, committer, committer_email, description },
    ...{ timestamp: Date.parse(String(timestamp)), committed_at: Date.parse(String(committed_at)) },
  };
};

export const isPlain = (path: string): boolean => !path.includes('\ufffd');

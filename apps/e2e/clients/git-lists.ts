import { GitTruth, shownAs, splitLines, type Bytes } from './git-truth.js';

/** A commit as lists choose it: its author as `name <address>`, its message, and the time of its committer (s). */
export interface Told {
  id: string;
  author: string;
  message: string;
  at: number;
}

/** A place where a text was found: in a path, or in a line, from its column on (from 1). */
export interface Place {
  path: string;
  line?: number;
  column?: number;
  text?: Bytes;
}

/** What stock git says of what the API has lists of. */
export class GitLists extends GitTruth {
  /** By name: the object that it names. */
  async names(sort: 'heads' | 'tags'): Promise<{ id: string; object: string }[]> {
    const format = '--format=%(objectname) %(refname)';
    const said = splitLines(await this.git(['for-each-ref', format, `refs/${sort}`]));
    return said.map((line) => ({
      object: line.slice(0, 40),
      id: shownAs(line.slice(`refs/${sort}/`.length + 41)),
    }));
  }

  /** The commit that an object leads to; null where it leads to none. */
  async commitOf(object: string): Promise<string | null> {
    const said = await this.git(['rev-parse', '--verify', '-q', `${object}^{commit}`], undefined, [1, 128]);
    return splitLines(said)[0] ?? null;
  }

  /** What somebody wrote about a tag, in the words of the API. */
  async written(id: string, object: string): Promise<object> {
    if ((await this.git(['cat-file', '-t', object])) !== 'tag\n')
      return { annotated: false, message: null, tagger: null, tagger_email: null, tagged_at: null };
    const format = '--format=%(taggername)%00%(taggeremail:trim)%00%(taggerdate:unix)%00';
    const said = await this.git(['for-each-ref', format, `refs/tags/${id}`]);
    const [tagger, email, at] = said.split('\0').map(shownAs);
    const all = await this.git(['cat-file', 'tag', object]);
    const message = shownAs(all.slice(all.indexOf('\n\n') + 2)).replace(/\n$/, '');
    const known = at !== '';
    return {
      ...{ annotated: true, message, tagger: known ? tagger : null, tagger_email: known ? email : null },
      tagged_at: known ? Number(at) * 1000 : null,
    };
  }

  /** The commits after one on the way to another, those that touched the path; the oldest first. */
  async after(commit: string, tip: string, path?: Bytes): Promise<string[]> {
    const words = ['log', '--format=%H', '--reverse', '--ancestry-path', `${commit}..${tip}`];
    return splitLines(await this.git(words, path));
  }

  /** The history of a commit with what lists choose by, the newest first. */
  async told(commit: string, path?: Bytes): Promise<Told[]> {
    const format = '--format=%H%x00%an <%ae>%x00%ct%x00%B';
    const said = (await this.git(['log', '-z', '--encoding=UTF-8', format, commit], path)).split('\0');
    return Array.from({ length: Math.floor(said.length / 4) }, (_, at) => {
      const [id, author, time, message] = said.slice(at * 4, at * 4 + 4).map(shownAs);
      return { id, author, message: message.trimEnd(), at: Number(time) };
    });
  }

  /** The last commit that touched a path. */
  async last(commit: string, path: Bytes): Promise<string | null> {
    return (await this.history([commit], { limit: 1, offset: 0 }, path))[0] ?? null;
  }

  /** The lines of texts that have this in them; the case does not matter. */
  async grep(commit: string, text: string): Promise<Place[]> {
    // git takes each line of it for a text of its own; and no line has two.
    if (text.includes('\n')) return [];
    const flags = ['-z', '-n', '--column', '-i', '-F', '-I', '--no-textconv', '--full-name'];
    const said = await this.git(['grep', ...flags, '-e', text, commit], undefined, [1]);
    return [...said.matchAll(/([^\0]*)\0(\d+)\0(\d+)\0([^\n]*)\n/g)].map(([, path, line, column, found]) => ({
      ...{ path: shownAs(path.slice(commit.length + 1)), line: Number(line), column: Number(column) },
      text: found,
    }));
  }
}

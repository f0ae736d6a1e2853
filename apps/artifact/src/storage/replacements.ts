import type { FileCall } from '../artifact-file/file-call.js';

/** Milliseconds after which an upload that has not begun will not begin any more. */
const unused = 60_000;

/** One upload that replaces a file. */
export interface Replacement {
  /** It has begun, and ends by itself no more. */
  use(): void;
  end(): void;
}

/** The files that uploads of this process are about to replace, each by one. */
export class Replacements {
  private readonly underway = new Map<string, Replacement>();

  /** Undefined: another one is under way at this path. */
  begin({ repository, path }: Pick<FileCall, 'repository' | 'path'>): Replacement | undefined {
    const key = `${repository.uuid}/${path}`;
    if (this.underway.has(key)) return undefined;
    const end = (): void => {
      clearTimeout(timer);
      if (this.underway.get(key) === replacement) this.underway.delete(key);
    };
    const timer = setTimeout(end, unused).unref();
    const replacement = { use: () => clearTimeout(timer), end };
    this.underway.set(key, replacement);
    return replacement;
  }
}

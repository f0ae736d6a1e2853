import { VcsRefusal } from '@holdfast/vcs-spi';

/** No path is longer; what is has been made to do harm (bytes). */
const longest = 64 << 10;
const id = /^[0-9a-f]{40}$/;

/** What is said between two batches: no id, so git says it again and holds nothing back. */
export const mark = '=\n';

/**
 * Which entries of a directory differ from one commit to another (a character for each byte), by the first of these.
 */
export type DirectoryChanges = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Takes what `git diff-tree --stdin --always --raw -z` says apart, piece by piece. What lies deeper than in the
 * directory is passed over.
 */
export class DirectoryChangeRecords {
  private rest: Buffer = Buffer.alloc(0);
  private batch = new Map<string, Set<string>>();
  private names = new Set<string>();
  private pathNext = false;

  /** `prefix`: of the directory, with a slash behind it, or ''. `wanted`: other names are not kept. */
  constructor(
    private readonly prefix: string,
    private readonly wanted: ReadonlySet<string>,
  ) {}

  /** The batches of which all has come. @throws VcsRefusal where a path is longer than any */
  read(piece: Buffer): DirectoryChanges[] {
    const bytes = this.rest.length === 0 ? piece : Buffer.concat([this.rest, piece]);
    const whole: DirectoryChanges[] = [];
    let at = 0;
    for (;;) {
      const marked = !this.pathNext && bytes[at] === 0x3d;
      const end = bytes.indexOf(marked ? 0x0a : 0, at);
      if (end < 0) break;
      if (marked) {
        whole.push(this.batch);
        this.batch = new Map();
      } else this.word(bytes.toString('latin1', at, end));
      at = end + 1;
    }
    this.rest = Buffer.from(bytes.subarray(at));
    if (this.rest.length > longest) throw new VcsRefusal('too_large', 'a path that nobody can read');
    return whole;
  }

  private word(text: string): void {
    const word = text.startsWith('\n') ? text.slice(1) : text;
    if (this.pathNext) {
      this.pathNext = false;
      this.changed(text);
    } else if (word.startsWith(':')) this.pathNext = true;
    else if (id.test(word)) this.batch.set(word, (this.names = new Set()));
  }

  private changed(path: string): void {
    const { prefix } = this;
    if (!path.startsWith(prefix) || path.includes('/', prefix.length)) return;
    const name = path.slice(prefix.length);
    if (this.wanted.has(name)) this.names.add(name);
  }
}

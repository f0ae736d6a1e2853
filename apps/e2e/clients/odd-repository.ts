import { importHistory } from './git.js';

/** Numbers that look like chance and are the same each time; each from 0 to below. */
export const chanceFrom = (seed: number): ((below: number) => number) => {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
};

/** A character for each byte: some are no UTF-8, some mean something to git or to a shell. */
const paths = [
  ...['a', 'lib/b.c', 'lib/deep/er/c', 'lib/\xfcber', 'l\xc3\xa4nge/d', '-n', ':(top)x', '*.c', '[a]', '"q"'],
  ...['new\nline', 'sp ace/ e', 'tab\t', 'back\\slash', 'lib/deep/f', 'HEAD', 'main', 'x'.repeat(200)],
];
const messages = [
  'Plain',
  'Gr\xfc\xdfe',
  'Gr\xc3\xbc\xc3\x9fe\n\nBody\n',
  '',
  '\n\nlate subject',
  'tail\n\n\n',
];
const people = ['Mia <mia@example.org>', 'Zo\xeb <z@x>', 'Zo\xc3\xab <>', ' <nobody>'];
const modes = ['100644', '100644', '100644', '100755', '120000', '160000'];
const nowhere = '1234567890123456789012345678901234567890';

interface Tip {
  mark: number;
  files: Map<string, { mode: string; content: string }>;
}

const quoted = (path: string): string =>
  `"${path.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;

/** A stream for `git fast-import`, a character for each byte. */
class OddStream {
  readonly out: string[] = [];
  private readonly tips = new Map<string, Tip>();
  private readonly next: (below: number) => number;

  constructor(seed: number) {
    this.next = chanceFrom(seed);
  }

  /** One more commit: of one line, of a merge of up to four, of nothing, or the beginning of another history. */
  commit(mark: number): void {
    const branch = this.pick(['main', 'main', 'side', 'rel/1', 'other']);
    const known = this.tips.get(branch);
    const base = known ?? (this.next(4) === 0 ? undefined : this.tips.get('main'));
    const files: Tip['files'] = new Map(base?.files);
    const merged = [...this.tips]
      .filter(([name]) => name !== branch && this.next(8) === 0)
      .map(([, tip]) => tip);
    for (const tip of merged)
      for (const [path, file] of tip.files) if (this.next(3) > 0) files.set(path, file);
    for (let changes = this.next(4); changes > 0; changes -= 1) this.change(files);
    const parents = [...new Set([...(base ? [base.mark] : []), ...merged.map((tip) => tip.mark)])];
    this.write(branch, mark, parents, files);
    this.tips.set(branch, { mark, files });
    if (this.next(12) === 0) this.tag(mark);
  }

  private change(files: Tip['files']): void {
    const path = this.pick(paths);
    const old = files.get(path);
    const what = this.next(10);
    if (old && what === 0) files.delete(path);
    else if (old && what < 3) {
      if (what === 1) files.delete(path);
      files.set(this.pick(paths), old);
    } else files.set(path, this.edited(old));
    // A directory is no file.
    for (const one of [...files.keys()])
      if ([...files.keys()].some((other) => other.startsWith(`${one}/`))) files.delete(one);
  }

  private edited(old: { mode: string; content: string } | undefined): { mode: string; content: string } {
    const mode = old && this.next(6) > 0 ? old.mode : this.pick(modes);
    if (mode === '120000') return { mode, content: this.pick(['a', '../a', 'lib/\xfcber']) };
    const lines = old && mode !== '160000' ? old.content.split('\n') : [];
    const added = Array.from(
      { length: this.next(9) },
      () => `line ${this.next(30)} \xe9${this.pick(['', '\r', '\0'])}`,
    );
    lines.splice(this.next(lines.length + 1), this.next(4), ...added);
    return { mode, content: lines.join('\n') };
  }

  private write(branch: string, mark: number, parents: readonly number[], files: Tip['files']): void {
    const [message, author, committer] = [this.pick(messages), this.pick(people), this.pick(people)];
    // Clocks go wrong.
    const at = 1_600_000_000 + mark * 60 - (this.next(5) === 0 ? this.next(100_000) : 0);
    const latin = this.next(6) === 0 ? ['encoding ISO-8859-1'] : [];
    this.out.push(
      `commit refs/heads/${branch}\nmark :${mark}`,
      `author ${author} ${at - this.next(3_000)} ${this.pick(['+0000', '-0730', '+1400'])}`,
      ...[`committer ${committer} ${at} +0100`, ...latin, `data ${message.length}\n${message}`],
      ...parents.map((parent, index) => `${index === 0 ? 'from' : 'merge'} :${parent}`),
      'deleteall',
    );
    for (const [path, { mode, content }] of files)
      this.out.push(
        mode === '160000'
          ? `M ${mode} ${nowhere} ${quoted(path)}`
          : `M ${mode} inline ${quoted(path)}\ndata ${content.length}\n${content}`,
      );
  }

  private tag(mark: number): void {
    const light = this.next(2) === 0;
    this.out.push(
      light
        ? `reset refs/tags/light-${mark}\nfrom :${mark}\n`
        : `tag note-${mark}\nfrom :${mark}\ntagger ${this.pick(people)} 1600000000 +0000\ndata 4\nnote`,
    );
  }

  private pick<T>(all: readonly T[]): T {
    return all[this.next(all.length)];
  }
}

/**
 * Makes a bare repository in which everything happens: merges of up to four, of histories that have nothing in common
 * too, renames, copies, empty commits, programs, links, submodules, what becomes something else, wrong clocks, and
 * names, messages and contents that are no UTF-8.
 */
export const makeOddRepository = async (directory: string, seed: number, commits: number): Promise<void> => {
  const stream = new OddStream(seed);
  for (let mark = 1; mark <= commits; mark += 1) stream.commit(mark);
  await importHistory(directory, Buffer.from(`${stream.out.join('\n')}\n`, 'latin1'));
};

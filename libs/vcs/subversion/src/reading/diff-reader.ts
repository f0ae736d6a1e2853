import { ownText } from '@holdfast/kernel';
import type { FileChange } from '@holdfast/vcs-spi';
import { mostPaths } from './ordered-files.js';

/** So much of a diff is told of a file, and of all files (bytes, characters of them). */
const mostOfFile = 64 << 10;
const mostOfAll = 8 << 20;
/** More files than that are not told of. */
export const mostFiles = 100_000;

/** How the lines of a file begin. */
const index = 'Index: ';

interface Draft {
  path: string;
  isNew: boolean;
  isGone: boolean;
  isBinary: boolean;
  additions: number;
  deletions: number;
  diff: string;
  /** Of `diff`. */
  bytes: number;
  isCut: boolean;
  /** The first hunk has begun. */
  inHunks: boolean;
}

/** Reads what `svn diff --git` says, line by line. */
export class DiffReader {
  private readonly drafts: Draft[] = [];
  private rest = '';
  /** Lines of the last diff that are told, cut out of the piece that is read now. */
  private lines: string[] = [];
  private told = 0;
  /** Of all paths together. */
  private characters = 0;

  read(piece: string): void {
    const lines = (this.rest + piece).split('\n');
    const last = ended(lines.pop() ?? '');
    for (const line of lines) for (const each of ended(line, '\n')) this.line(each);
    // What comes next may be the other half of its end. A line without one is kept as far as it matters.
    this.rest = last.pop() ?? '';
    for (const each of last) this.line(each);
    if (this.rest.length > mostOfFile)
      this.rest = this.rest.slice(0, mostOfFile) + (this.rest.endsWith('\r') ? '\r' : '');
    this.keep();
  }

  /** There are more than can be told. */
  get isFull(): boolean {
    return this.drafts.length > mostFiles || this.characters > mostPaths;
  }

  /** All changes, in no order. */
  changes(): FileChange[] {
    if (this.rest !== '') this.line(this.rest.endsWith('\r') ? this.rest : `${this.rest}\n`);
    this.rest = '';
    this.keep();
    return this.drafts.map(changeOf);
  }

  /** With its end. */
  private line(said: string): void {
    const line = said.replace(/\n$/, '');
    const path = line.length > index.length && line.startsWith(index) ? line.slice(index.length) : undefined;
    const last = this.drafts.at(-1);
    const whole = wholePath(line);
    if (path !== undefined) this.begin(path);
    else if (whole !== undefined && last) this.call(last, whole);
    else if (last?.inHunks) this.hunkLine(last, said);
    else if (last) headLine(last, line, () => this.hunkLine(last, said));
  }

  private begin(path: string): void {
    this.keep();
    const draft = { ...nothing, path: '' };
    this.drafts.push(draft);
    this.call(draft, path);
  }

  private call(draft: Draft, path: string): void {
    this.characters += path.length - draft.path.length;
    draft.path = ownText(path);
  }

  /** Nothing that is kept holds a piece, of which it may be a hundredth. */
  private keep(): void {
    const last = this.drafts.at(-1);
    if (last && this.lines.length > 0) last.diff += ownText(this.lines.join(''));
    this.lines = [];
  }

  private hunkLine(draft: Draft, line: string): void {
    if (line === '\n') return;
    if (line.startsWith('+')) draft.additions += 1;
    else if (line.startsWith('-')) draft.deletions += 1;
    // Of a file that is cut there may be millions of lines more: they are counted, and cost no more than that.
    if (draft.isCut) return;
    const bytes = Buffer.byteLength(line);
    draft.isCut = bytes > Math.min(mostOfFile - draft.bytes, mostOfAll - this.told);
    if (draft.isCut) return;
    this.lines.push(line);
    draft.bytes += bytes;
    this.told += bytes;
  }
}

/**
 * Lines with their ends. What ends with a CR alone is a line to Subversion, which writes no other end behind it, also
 * where that is the last line of a file, and the next file begins there.
 */
const ended = (line: string, end = ''): string[] => {
  if (!line.includes('\r')) return [line + end];
  const lines = line.split(/(?<=\r)/);
  return [...lines.slice(0, -1), lines[lines.length - 1] + end];
};

/** Where single files are asked for, this line alone has the whole path: twice. */
const wholePath = (line: string): string | undefined => {
  if (!line.startsWith('diff --git a/')) return undefined;
  const said = line.slice('diff --git '.length);
  const path = said.slice('a/'.length, (said.length - 1) / 2);
  return said === `a/${path} b/${path}` ? path : undefined;
};

const headLine = (draft: Draft, line: string, hunk: () => void): void => {
  if (line.startsWith('new file mode ')) draft.isNew = true;
  else if (line.startsWith('deleted file mode ')) draft.isGone = true;
  else if (line === 'GIT binary patch' || line.startsWith('Cannot display: ')) draft.isBinary = true;
  else if (line.startsWith('@@ ') && !draft.isBinary) {
    draft.inHunks = true;
    hunk();
  }
};

const nothing: Omit<Draft, 'path'> = {
  ...{ isNew: false, isGone: false, isBinary: false, inHunks: false, isCut: false },
  ...{ additions: 0, deletions: 0, diff: '', bytes: 0 },
};

const file = '100644';
const none = '000000';

/** The change of a file of which nothing else is told. */
export const changeNamed = (path: string, status: 'added' | 'deleted' | 'modified'): FileChange =>
  changeOf({ ...nothing, path, isNew: status === 'added', isGone: status === 'deleted', isCut: true });

const changeOf = ({
  path,
  isNew,
  isGone,
  isBinary,
  additions,
  deletions,
  diff,
  isCut,
}: Draft): FileChange => ({
  path,
  status: isNew ? 'added' : isGone ? 'deleted' : 'modified',
  mode: isGone ? none : file,
  oldMode: isNew ? none : file,
  ...{ binary: isBinary, additions, deletions, diff },
  ...(isCut ? { cut: true } : {}),
});

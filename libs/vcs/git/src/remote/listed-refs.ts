import { isUtf8 } from 'node:buffer';
import { ownText } from '@holdfast/kernel';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { GitProcesses } from '../process/git-processes.js';
import { failureOf, outputOf } from '../reading/command-output.js';
import { endsInFullName, isRefName } from '../refs/ref-name.js';
import { mostListBytes } from '../transfer/command-scan.js';

/** Branches and tags by their full names, a character for each byte, with what they point at. */
export type ListedRefs = Map<string, string>;

const heads = 'refs/heads/';
/** Of a command: its length, two ids and the blanks behind them. */
const idsLength = 86;
const otherId = /^[0-9a-f]{64}[ \t]/;
const ours = /^refs\/(?:heads|tags)\//;

/** Takes lines of an id, one more character and a name, in pieces. */
export class RefLines {
  readonly refs: ListedRefs = new Map();
  /** The branch that HEAD names, where a line says it (`ref: refs/heads/main`, a tab, `HEAD`). */
  head: string | undefined;
  /** What HEAD points at, where a line says that. */
  private headId: string | undefined;
  /** Some have names that are no text: they are left out. */
  hasOthers = false;
  /** Some ids are of SHA-256: their refs are left out. */
  hasOtherIds = false;
  private begun = '';
  /** Of what is kept: as the list of a push that would bring it. */
  private bytes = 0;

  /** `most`: so many at most, and of as many bytes as so many commands of a push may have. */
  constructor(private readonly most: number) {}

  /** Whether more is wanted: false after too many. */
  take(piece: Buffer): boolean {
    const lines = (this.begun + piece.toString('latin1')).split('\n');
    this.begun = lines.pop() ?? '';
    for (const line of lines) this.line(line);
    return !this.isTooMany && !this.isTooLong;
  }

  /** @throws VcsRefusal `too_large` */
  mustBeFew(): void {
    if (this.isTooMany)
      throw new VcsRefusal('too_large', `there are more than ${this.most} branches and tags`);
    if (this.isTooLong) throw new VcsRefusal('too_large', 'the names of its branches and tags are too long');
  }

  /** Where nobody has said which branch HEAD names: of those that point at the same the one that a first push takes. */
  guessHead(): void {
    const { headId } = this;
    if (headId === undefined) return;
    const isIt = (name: string): boolean => this.refs.get(name) === headId && name.startsWith(heads);
    const name = [`${heads}main`, `${heads}master`, ...this.refs.keys()].find(isIt);
    this.head ??= name === undefined ? undefined : Buffer.from(name.slice(heads.length), 'latin1').toString();
  }

  private get isTooMany(): boolean {
    return this.refs.size > this.most;
  }

  private get isTooLong(): boolean {
    return this.begun.length > longestLine || this.bytes > mostListBytes(this.most);
  }

  private line(line: string): void {
    const [, ref = ''] = /^ref: (refs\/heads\/[^\t]+)\tHEAD$/.exec(line) ?? [];
    // git passes on whatever the remote says here.
    if (isRefName(ref)) this.head = Buffer.from(ref.slice(heads.length), 'latin1').toString();
    const [, id, name] = /^([0-9a-f]{40})[ \t](.+)$/.exec(line) ?? [];
    if (otherId.test(line)) this.hasOtherIds = true;
    if (name === 'HEAD') this.headId = id;
    // Nobody may push one that ends in a full name; somewhere there is one that was made by mistake.
    if (id === undefined || !ours.test(name) || name.endsWith('^{}') || endsInFullName(name)) return;
    const bytes = Buffer.from(name, 'latin1');
    if (!isUtf8(bytes)) return void (this.hasOthers = true);
    this.bytes += bytes.length + idsLength;
    // Parts of a text keep all that came with them in memory.
    this.refs.set(bytes.toString('latin1'), ownText(id));
  }
}

/** No name of a ref is as long. */
const longestLine = 8_192;

/** @throws VcsRefusal `remote` where some have names that are no text */
export const mustBeTexts = ({ hasOthers }: Pick<RefLines, 'hasOthers'>): void => {
  if (hasOthers) throw new VcsRefusal('remote', 'a branch or tag has a name that is no UTF-8');
};

/**
 * The branches and tags of a directory. `check`: looks at what was told.
 * @throws VcsRefusal `too_large`, `unavailable`, and what `check` throws
 */
export const listedRefs = async (
  processes: GitProcesses,
  directory: string,
  most: number,
  signal: AbortSignal,
  check?: (lines: RefLines) => void,
): Promise<ListedRefs> => {
  const lines = new RefLines(most);
  const command = {
    command: 'for-each-ref' as const,
    directory,
    flags: ['--format=%(objectname) %(refname)'],
    values: ['refs/heads/', 'refs/tags/'],
  };
  const end = await outputOf(processes, command, signal, (piece) => lines.take(piece));
  lines.mustBeFew();
  if (!end.whole) throw failureOf(end, 'the references could not be listed');
  check?.(lines);
  return lines.refs;
};

const none = '0'.repeat(40);

/** By what the one set of refs becomes the other: lines as git's hook gets them. */
export const changeLines = (from: ListedRefs, to: ListedRefs): Buffer => {
  const lines: string[] = [];
  for (const [name, id] of to)
    if (from.get(name) !== id) lines.push(`${from.get(name) ?? none} ${id} ${name}\n`);
  for (const [name, id] of from) if (!to.has(name)) lines.push(`${id} ${none} ${name}\n`);
  return Buffer.from(lines.join(''), 'latin1');
};

export const isSame = (one: ListedRefs, other: ListedRefs): boolean =>
  one.size === other.size && [...one].every(([name, id]) => other.get(name) === id);

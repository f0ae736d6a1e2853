import type { DumpListener } from './dumped-records.js';
import type { LoadPrograms } from './load-programs.js';
import { noMergeinfo, rangesIn, unknownMergeinfo, type MergeinfoRanges } from './mergeinfo-ranges.js';

/** Bytes of a dump, and what they are. */
interface Part {
  sort: 'revision' | 'headers' | 'content';
  bytes: Buffer;
}

/** What was heard of a dump. */
type Heard = Part | { sort: 'mergeinfo'; ranges: MergeinfoRanges };

/** A revision of more than this is given on before it is there as a whole (bytes). */
const mostHeld = 4 << 20;

/**
 * Gives `svnadmin load` revisions that follow others, with their numbers. It is made for dumps whose revisions get
 * other numbers, and changes the ranges in `svn:mergeinfo`: where the first revision that a program is given is not
 * called 1, ranges before that one lose their star, by which they are not inherited, and those from r1 what is before
 * it. Then a merge is taken for done where nobody has done it.
 *
 * Where the first one is called 1, nothing is lost: ranges that begin behind a revision which the program has loaded,
 * by what that was called, or behind 0, are told of the number that it has got, and all others stay. So a program is
 * given revisions as they are, or as if it began with revision 1, as far as that changes nothing in them; then comes
 * another program. It finds the sources of copies by their distance: they are called by smaller numbers, too, which
 * may be below 0.
 */
export class OnwardRevisions implements DumpListener {
  private readonly heard: Heard[] = [];
  /** What the dump says before its first revision, which all programs are told. */
  private readonly preamble: Buffer[] = [];
  private place: 'preamble' | 'held' | 'given' = 'preamble';
  /** Of the revision that is under way, while nobody knows which program may have it. */
  private readonly held: Part[] = [];
  private size = 0;
  private ranges = noMergeinfo;
  /** By how much its numbers are smaller, and how many revisions it was given as a whole. */
  private program: { less: number; revisions: number } | undefined;
  /** What it is given next. */
  private readonly next: Buffer[] = [];
  private isOver = false;

  /** `newest`: the revision that the first one of the dump follows. */
  constructor(
    private readonly programs: Pick<LoadPrograms, 'write' | 'finish'>,
    private newest: number,
  ) {}

  headers(bytes: Buffer, isRevision: boolean): void {
    this.heard.push({ sort: isRevision ? 'revision' : 'headers', bytes });
  }

  content(bytes: Buffer): void {
    this.heard.push({ sort: 'content', bytes });
  }

  mergeinfo(value: Buffer | undefined): void {
    this.heard.push({ sort: 'mergeinfo', ranges: value ? rangesIn(value) : unknownMergeinfo });
  }

  /** Gives the programs what was heard; resolves when there may be more. */
  async pass(): Promise<void> {
    for (const each of this.heard.splice(0)) if (!this.isOver) await this.take(each);
    await this.write();
  }

  /** The same with what is held: the dump is over. */
  async end(): Promise<void> {
    await this.pass();
    if (this.place === 'preamble') this.next.push(...this.preamble, Buffer.alloc(0));
    else await this.closeRevision();
    await this.write();
  }

  private async take(heard: Heard): Promise<void> {
    if (heard.sort === 'mergeinfo') return this.note(heard.ranges);
    if (heard.sort === 'revision') {
      await this.closeRevision();
      this.place = 'held';
    }
    if (this.place === 'preamble') this.preamble.push(heard.bytes);
    else if (this.place === 'given') this.give(heard);
    else {
      this.held.push(heard);
      this.size += heard.bytes.length;
      if (this.size <= mostHeld) return;
      this.note(unknownMergeinfo);
      await this.giveHeld();
    }
  }

  private note({ first, areInherited }: MergeinfoRanges): void {
    this.ranges = {
      first: Math.min(first, this.ranges.first),
      areInherited: areInherited && this.ranges.areInherited,
    };
  }

  private async closeRevision(): Promise<void> {
    if (this.place === 'held') await this.giveHeld();
    if (this.program) this.program.revisions += 1;
    if (this.place !== 'preamble') this.newest += 1;
    this.ranges = noMergeinfo;
  }

  private async giveHeld(): Promise<void> {
    const { first, areInherited } = this.ranges;
    const isUnchanged = areInherited && first > 1;
    const { less, revisions } = this.program ?? { less: 0, revisions: 0 };
    if (!this.program || !(less === 0 ? isUnchanged : first > revisions + 1)) {
      await this.finish();
      this.program = { less: isUnchanged ? 0 : this.newest, revisions: 0 };
      this.next.push(...this.preamble);
    }
    for (const part of this.held.splice(0)) this.give(part);
    this.size = 0;
    this.place = 'given';
  }

  private give({ sort, bytes }: Part): void {
    const less = this.program?.less ?? 0;
    this.next.push(sort === 'content' || less === 0 ? bytes : lessBy(bytes, less));
  }

  private async write(): Promise<void> {
    const next = this.next.splice(0);
    if (next.length > 0 && !this.isOver) await this.programs.write(Buffer.concat(next));
  }

  private async finish(): Promise<void> {
    await this.write();
    const { code } = await this.programs.finish();
    if (code !== 0) this.isOver = true;
  }
}

/** Headers with smaller numbers of revisions; names are not always UTF-8. */
const lessBy = (headers: Buffer, less: number): Buffer => {
  const numbers = /(?<=(?:^|\n)(?:Revision-number|Node-copyfrom-rev): )\d+(?=\n)/g;
  const text = headers.toString('latin1').replace(numbers, (number) => String(Number(number) - less));
  return Buffer.from(text, 'latin1');
};

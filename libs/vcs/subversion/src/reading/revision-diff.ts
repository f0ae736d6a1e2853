import { StringDecoder } from 'node:string_decoder';
import { fairPlaces, Turns } from '@holdfast/kernel';
import { VcsRefusal, type ChangeQuery, type Cut, type FileChange, type Reading } from '@holdfast/vcs-spi';
import type { CommandLine, DiffEnd, TwoRevisions } from '../process/command-line.js';
import type { ViewDirectories } from '../process/view-directories.js';
import { changedFiles, shortOnes } from './changed-files.js';
import { DiffReader, mostFiles } from './diff-reader.js';
import { sortedBy } from './sorted-by.js';

/** So many programs run at a time; in one repository half of it. */
const running = fairPlaces(8, 4);
const waiting = fairPlaces(512, 128);
/** None waits longer for its turn (ms). */
const patience = 30_000;
/** Of longer files nothing is told but that they differ (bytes): to compare two, Subversion writes both out first. */
const longestFile = 16 << 20;

/** What differs between two revisions, as `svn diff` says it. */
export class RevisionDiff {
  private readonly turns = new Turns(running, waiting, patience);

  constructor(
    private readonly commands: CommandLine,
    private readonly views: ViewDirectories,
  ) {}

  /** @throws VcsRefusal `too_large`, and `unavailable` where no turn comes in time, or it takes too long */
  changes({
    directory,
    reading,
    query,
  }: {
    directory: string;
    reading: Reading;
    query: ChangeQuery;
  }): Promise<Cut<FileChange>> {
    const { owner, deadline } = reading;
    const taker = { parties: [owner.company, owner.account, directory], deadline };
    const refused = (): never => {
      throw new VcsRefusal('unavailable', 'too much is read at this moment');
    };
    return this.turns.run(taker, () => this.read(directory, deadline, query), refused);
  }

  private async read(
    directory: string,
    deadline: number,
    { base = '0', head, ...page }: ChangeQuery,
  ): Promise<Cut<FileChange>> {
    const revisions = { repository: await this.views.of(directory), base, head };
    const signal = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
    const reader = new DiffReader();
    const end = await this.say(revisions, signal, reader);
    if (end === 'large') return this.withoutLarge(revisions, signal, page);
    if (end === 'broken') throw late();
    return pageOf(reader.changes(), page);
  }

  /** Of files that are too long for it nothing is told but that they differ. */
  private async withoutLarge(
    revisions: TwoRevisions,
    signal: AbortSignal,
    page: Page,
  ): Promise<Cut<FileChange>> {
    const all = await changedFiles(this.commands, revisions, signal);
    if (!all) throw late();
    if (all.length > mostFiles) throw tooMany();
    const asked = await pageOf(all, page);
    const limits = { longest: longestFile, signal };
    const short = await shortOnes(this.commands, revisions, asked.results, limits);
    if (!short) throw late();
    const reader = new DiffReader();
    const paths = short.map(({ path }) => path);
    const end = short.length > 0 ? await this.say(revisions, signal, reader, paths) : 'whole';
    if (end === 'broken') throw late();
    const whole = reader.changes();
    // The last one may be cut off where the next one took too much.
    if (end === 'large') whole.pop();
    // What is not told of has other properties, is too large, or comes behind what took too much.
    const told = new Map(whole.map((change) => [change.path, change]));
    return fitting(
      asked.results.map((change) => told.get(change.path) ?? change),
      asked.more,
    );
  }

  private async say(
    revisions: TwoRevisions,
    signal: AbortSignal,
    reader: DiffReader,
    paths?: readonly string[],
  ): Promise<DiffEnd> {
    const decoder = new StringDecoder('utf8');
    const full = new AbortController();
    const asked = { ...revisions, longest: longestFile, ...(paths ? { paths } : {}) };
    const end = await this.commands.diff(asked, AbortSignal.any([signal, full.signal]), (piece) => {
      reader.read(decoder.write(piece));
      if (reader.isFull) full.abort();
    });
    if (full.signal.aborted) throw tooMany();
    return end;
  }
}

type Page = Pick<ChangeQuery, 'backwards' | 'offset' | 'limit'>;

const late = (): VcsRefusal => new VcsRefusal('unavailable', 'the differences could not be read in time');

const tooMany = (): VcsRefusal => new VcsRefusal('too_large', 'too many files differ');

/** This part of the changes, in their order. */
const pageOf = async (
  changes: readonly FileChange[],
  { backwards, offset, limit }: Page,
): Promise<Cut<FileChange>> => {
  const all = await sortedBy(changes, ({ path }) => path);
  if (backwards) all.reverse();
  return fitting(all.slice(offset, offset + limit), offset + limit < all.length);
};

/** Of the diffs of a page no more is told than that (bytes). */
const mostOfPage = 1 << 20;

const fitting = (changes: FileChange[], more: boolean): Cut<FileChange> => {
  let told = 0;
  const results = changes.map((change) => {
    told += Buffer.byteLength(change.diff);
    return told <= mostOfPage || change.diff === '' ? change : { ...change, diff: '', cut: true as const };
  });
  return { results, more };
};

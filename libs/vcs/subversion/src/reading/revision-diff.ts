import { StringDecoder } from 'node:string_decoder';
import { compareBytes, fairPlaces, Turns } from '@holdfast/kernel';
import { VcsRefusal, type ChangeQuery, type Cut, type FileChange, type Reading } from '@holdfast/vcs-spi';
import type { CommandLine } from '../process/command-line.js';
import type { ViewDirectories } from '../process/view-directories.js';
import { DiffReader } from './diff-reader.js';

/** So many programs run at a time; in one repository half of it. */
const running = fairPlaces(8, 4);
const waiting = fairPlaces(512, 128);
/** None waits longer for its turn (ms). */
const patience = 30_000;

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
    { base = '0', head, backwards, offset, limit }: ChangeQuery,
  ): Promise<Cut<FileChange>> {
    const reader = new DiffReader();
    const decoder = new StringDecoder('utf8');
    const view = await this.views.of(directory);
    const time = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
    const full = new AbortController();
    const ended = await this.commands.diff(
      view,
      base,
      head,
      AbortSignal.any([time, full.signal]),
      (piece) => {
        reader.read(decoder.write(piece));
        if (reader.isFull) full.abort();
      },
    );
    if (full.signal.aborted) throw new VcsRefusal('too_large', 'too many files differ');
    if (!ended) throw new VcsRefusal('unavailable', 'the differences could not be read in time');
    const all = reader.changes().sort((a, b) => compareBytes(a.path, b.path));
    if (backwards) all.reverse();
    return fitting(all.slice(offset, offset + limit), offset + limit < all.length);
  }
}

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

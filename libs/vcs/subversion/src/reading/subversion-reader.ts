import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { fairPlaces, Turns } from '@holdfast/kernel';
import { VcsRefusal, type Reading } from '@holdfast/vcs-spi';
import { unpathed } from '../process/told-text.js';
import { encodedPath, type DavClient } from '../server/dav-client.js';
import { listingQuestion, listingReader, logReader, type ListedNode, type LogItem } from './listing.js';
import { orderedFiles } from './ordered-files.js';
import { encoded, type XmlReader } from './xml-reader.js';

/** So much is read at a time; in one repository half of it. */
export const mostRead = 32;
const running = fairPlaces(mostRead, mostRead / 2);
const waiting = fairPlaces(1024, 512);
/** No reading waits longer for its turn (ms). */
const patience = 30_000;
/** More files and directories than that are not told of at a time. */
const mostListed = 300_000;
/** Nor have the paths of one directory more characters: all of them are in memory for each who asks. */
const mostPaths = 32 << 20;

/**
 * An answer about a directory is read up to so many bytes, and so many more for each name: the server keeps twice as
 * much in memory until it is over, and what it says of a file may have many megabytes.
 */
const mostTold = { atAll: 16 << 20, each: 1 << 10 };

/** A question about a repository, and for whom. */
export interface Question {
  directory: string;
  reading: Reading;
}

interface ListOptions {
  what?: 'names' | 'all';
  /** The paths of all that is told have no more characters. */
  room?: number;
}

/** Which part of the log is asked for, from `start` to `end` (both inclusive), in this direction. */
export interface LogRange extends Question {
  /** The revision whose paths are meant. */
  peg: number;
  start: number;
  end: number;
  path?: string;
  /** Most revisions; 0: all. */
  limit: number;
  /** Without their messages, which may have gigabytes. */
  bare?: boolean;
}

/** Asks the server what is in repositories, so many questions at a time. */
export class SubversionReader {
  private readonly turns = new Turns(running, waiting, patience);

  constructor(private readonly client: DavClient) {}

  /**
   * What lies at a path in a revision, it first, and with 1 right below it; undefined: nothing does. Never more at
   * once: the server would walk a whole tree for one answer, also when nobody waits for it any more.
   * @throws VcsRefusal `too_large`, and `unavailable` where no turn comes in time
   */
  async list(
    { directory, reading }: Question,
    revision: string,
    path: string,
    depth: 0 | 1,
    { what = 'all', room = mostPaths }: ListOptions = {},
  ): Promise<ListedNode[] | undefined> {
    const above = `/!svn/rvr/${revision}/`;
    const found: ListedNode[] = [];
    let left = room;
    const reader = listingReader(`/r${above}`, (listed) => {
      left -= listed.path.length;
      if (found.length >= mostListed || left < 0)
        throw new VcsRefusal('too_large', 'the directory is too large');
      found.push(listed);
    });
    const asked = {
      ...{ method: 'PROPFIND', directory, path: above + encodedPath(path) },
      ...{ headers: { depth: String(depth) }, body: listingQuestion(what) },
    };
    const most = (): number => mostTold.atAll + found.length * mostTold.each;
    return (await this.read(asked, reading, reader, most)) ? found : undefined;
  }

  /**
   * The files at and below a path in a revision, in the order of their paths. Only directories are read that are needed
   * for as many of them as are taken, and a few more.
   * @throws VcsRefusal as `list`
   */
  files(asked: Question, revision: string, path: string, backwards = false): AsyncGenerator<ListedNode> {
    return orderedFiles((at) => this.list(asked, revision, at, 1), { path, backwards, most: mostListed });
  }

  /** Hands over revisions until no more are wanted; false: there is no such path. */
  log(
    { directory, reading, peg, start, end, path, limit, bare = false }: LogRange,
    take: TakeRevision<LogItem>,
  ): Promise<boolean> {
    // The question would be no XML, and nothing is called so.
    if (path !== undefined && unpathed.test(path)) return Promise.resolve(false);
    const body =
      `<S:log-report xmlns:S="svn:"><S:start-revision>${start}</S:start-revision>` +
      `<S:end-revision>${end}</S:end-revision>${limit > 0 ? `<S:limit>${limit}</S:limit>` : ''}` +
      '<S:revprop>svn:author</S:revprop><S:revprop>svn:date</S:revprop>' +
      (bare ? '' : '<S:revprop>svn:log</S:revprop>') +
      // A message with control characters comes encoded then; else they are replaced.
      '<S:encode-binary-props/>' +
      `<S:path>${encoded(path ?? '')}</S:path></S:log-report>`;
    const reader = logReader((item) => {
      if (!take(item)) throw new Enough();
    });
    return this.read({ method: 'REPORT', directory, path: `/!svn/rvr/${peg}/`, body }, reading, reader);
  }

  /** A file as it comes; undefined: there is none. */
  async file(
    { directory, reading }: Question,
    revision: string,
    path: string,
    signal: AbortSignal,
  ): Promise<IncomingMessage | undefined> {
    const at = `/!svn/rvr/${revision}/${encodedPath(path)}`;
    const answer = await this.client.ask({ method: 'GET', directory, path: at, signal, isSent: true });
    if (answer.statusCode === 200) return answer;
    answer.resume();
    if (answer.statusCode !== 404 || Date.now() > reading.deadline) throw failed(answer);
    return undefined;
  }

  /** What the server works on for nobody has its turn until it has let go of it. */
  private read(
    asked: Parameters<DavClient['ask']>[0],
    { owner, deadline }: Reading,
    reader: XmlReader,
    most = (): number => Infinity,
  ): Promise<boolean> {
    const taker = { parties: [owner.company, owner.account, asked.directory], deadline };
    return new Promise((resolve, reject) => {
      const work = async (): Promise<void> => {
        const left: Promise<void>[] = [];
        const answered = this.answered(asked, deadline, { reader, most }, (over) => void left.push(over));
        await answered.then(resolve, reject);
        await Promise.all(left);
      };
      const refused = (): never => {
        throw new VcsRefusal('unavailable', 'too much is read at this moment');
      };
      this.turns.run(taker, work, refused).catch(reject);
    });
  }

  private async answered(
    asked: Parameters<DavClient['ask']>[0],
    deadline: number,
    { reader, most }: { reader: XmlReader; most: () => number },
    left: (over: Promise<void>) => void,
  ): Promise<boolean> {
    const time = deadline - Date.now();
    if (time <= 0) throw late();
    const [over, enough] = [AbortSignal.timeout(time), new AbortController()];
    const signal = AbortSignal.any([over, enough.signal]);
    try {
      const answer = await this.client.ask({ ...asked, signal, left });
      if (answer.statusCode === 404) {
        answer.resume();
        return false;
      }
      if ((answer.statusCode ?? 500) >= 300) {
        answer.resume();
        throw failed(answer);
      }
      const decoder = new StringDecoder('utf8');
      let bytes = 0;
      for await (const piece of answer.iterator({ destroyOnReturn: false })) {
        reader.read(decoder.write(piece as Buffer));
        bytes += (piece as Buffer).length;
        if (bytes > most()) throw new VcsRefusal('too_large', 'the directory has too much to be told');
      }
      return true;
    } catch (error) {
      enough.abort();
      if (error instanceof Enough) return true;
      throw over.aborted ? late() : error;
    }
  }
}

/** No more of an answer is wanted. */
class Enough extends Error {}

/** False: no more is wanted. */
export type TakeRevision<T> = (one: T) => boolean;

const late = (): VcsRefusal => new VcsRefusal('unavailable', 'the reading took too long');

const failed = ({ statusCode }: IncomingMessage): VcsRefusal =>
  new VcsRefusal('unavailable', `the server of Subversion answers ${statusCode}`);

import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { fairPlaces, loopShare, Turns, unlessGone } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { linkMark } from '../reading/tree-entry.js';
import { XmlReader } from '../reading/xml-reader.js';
import { encodedPath, type DavClient } from '../server/dav-client.js';
import { hasProperty, placeOf } from './transaction-props.js';

/** So many of our questions about transactions are under way at a time. */
export const mostAsked = 8;
const waiting = fairPlaces(1024, 512);
/** Each has its answer in so long (ms). */
const patience = 30_000;

const special = 'svn:special';
/** Clients read no more of where a link leads (bytes), and show one that leads farther as changed for ever. */
const longestTarget = 1024;
const longestText = linkMark.length + longestTarget;

/** What is told to who commits another one. */
export const isBroken =
  `there is a symbolic link that no working copy can have: with ${special}, a text is "link ", ` +
  `and where it leads, without a line end, in at most ${longestTarget} bytes`;

/** Of a file whose text or properties have changed: by which the transaction knows it, and its path. */
const changed =
  /^(\S+)\.t\S+ (?:add|modify|replace)\S* (?!false false)(?:true|false) (?:true|false) [^/]*(\/.*)$/;

type Asked = Pick<TransferGrant, 'directory' | 'author' | 'owner'>;

/** One file of an open transaction. */
interface OpenFile extends Asked {
  place: string;
  transaction: string;
  /** From the root, with its slash. */
  path: string;
  gone: AbortSignal;
}

/** Symbolic links in what is to be a revision: by a broken one no client could make or update a working copy. */
export class TransactionLinks {
  private readonly turns = new Turns(fairPlaces(mostAsked, mostAsked / 2), waiting, patience);
  /** Whether lists of properties, by their sums, make a link: most files have the same few. */
  private readonly known = new Map<string, boolean>();

  constructor(private readonly client: Pick<DavClient, 'ask'>) {}

  /** Why what an open transaction has changed may be no revision. @throws Error where it cannot be read */
  async unfit(asked: Asked, transaction: string, gone: AbortSignal): Promise<string | undefined> {
    const place = placeOf(asked.directory, transaction);
    if (place === undefined) return undefined;
    const looked = new Set<string>();
    for await (const line of linesOf(join(place, 'changes'), gone)) {
      const [, id, path] = changed.exec(line) ?? [];
      if (id === undefined || looked.has(id)) continue;
      if (looked.size >= mostRemembered) looked.clear();
      looked.add(id);
      const file = { ...asked, place, transaction, path, gone };
      if (!(await this.isSound(file, join(place, `node.${id}`)))) return isBroken;
      if (loopShare.isOver) await loopShare.pass();
    }
    return undefined;
  }

  /** `node`: what the transaction says of the file. */
  private async isSound(file: OpenFile, node: string): Promise<boolean> {
    const said = await readFile(node, 'utf8').catch(unlessGone);
    const [, props] = /^props: (.*)$/m.exec(said ?? '') ?? [];
    if (said === undefined || props === undefined || !/^type: file$/m.test(said)) return true;
    const isLink = props.startsWith('-1')
      ? await hasProperty(`${node}.props`, special)
      : await this.isLink(file, props);
    if (!isLink) return true;
    const length = Number(/^text: \S+ \S+ \S+ (\d+)/m.exec(said)?.[1] ?? 0);
    return length <= longestText && isTarget(await this.textOf(file));
  }

  private async isLink(file: OpenFile, props: string): Promise<boolean> {
    const sum = /^\S+ \S+ \S+ (\d+ [0-9a-f]{32})/.exec(props)?.[1] ?? props;
    const known = this.known.get(sum);
    if (known !== undefined) return known;
    const body = `<propfind xmlns="DAV:"><prop><special xmlns="http://subversion.tigris.org/xmlns/svn/"/></prop></propfind>`;
    const asking = { method: 'PROPFIND', headers: { depth: '0' }, body };
    const answer = await this.ask(file, asking);
    // Only a value can be so long.
    const found = answer === undefined || hasSpecial(answer.toString());
    if (this.known.size >= mostRemembered) this.known.clear();
    this.known.set(sum, found);
    return found;
  }

  private textOf(file: OpenFile): Promise<Buffer | undefined> {
    return this.ask(file, { method: 'GET' });
  }

  private ask(
    { directory, author, owner, transaction, path, gone }: OpenFile,
    asking: { method: string; headers?: Record<string, string>; body?: string },
  ): Promise<Buffer | undefined> {
    const parties = [owner.company, owner.account, directory];
    const at = `/!svn/txr/${transaction}${encodedPath(path)}`;
    const work = async (): Promise<Buffer | undefined> => {
      const left: Promise<void>[] = [];
      const signal = AbortSignal.any([gone, AbortSignal.timeout(patience)]);
      const more = { signal, author, left: (over: Promise<void>) => void left.push(over) };
      try {
        return await bodyOf(await this.client.ask({ ...asking, directory, path: at, ...more }));
      } finally {
        await Promise.all(left);
      }
    };
    return this.turns.run({ parties, deadline: Date.now() + patience }, work, () => {
      throw new Error('too much is read at this moment');
    });
  }
}

/** More sums, or files of a transaction, are not kept in mind. */
const mostRemembered = 100_000;

/** Whether it is the text of a link that working copies can have. */
const isTarget = (text: Buffer | undefined): boolean =>
  text !== undefined &&
  text.length > linkMark.length &&
  text.length <= longestText &&
  text.subarray(0, linkMark.length).equals(Buffer.from(linkMark)) &&
  !text.includes(0) &&
  !text.includes('\n') &&
  isUtf8(text);

/** Of an answer to whether it has the property. */
const hasSpecial = (answer: string): boolean => {
  let [isThere, isNamed] = [false, false];
  const closed = (name: string, text: string): void => {
    if (name === 'special') isNamed = true;
    if (name === 'status' && isNamed && / 2\d\d /.test(text)) isThere = true;
    if (name === 'propstat') isNamed = false;
  };
  new XmlReader({ opened: () => undefined, closed }).read(answer);
  return isThere;
};

/** More is not read of an answer (bytes): no text of a link is longer, nor an answer without a value. */
const longestAnswer = 64 << 10;

/** Undefined: it is longer. */
const bodyOf = async (answer: IncomingMessage): Promise<Buffer | undefined> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > longestAnswer) break;
  }
  const status = answer.statusCode ?? 500;
  if (status >= 300) throw new Error(`the server of Subversion answers ${status}`);
  return length > longestAnswer ? undefined : Buffer.concat(pieces);
};

/** One that changes nothing has none. */
async function* linesOf(file: string, signal: AbortSignal): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const piece of createReadStream(file, { encoding: 'utf8', signal })) {
      const lines = (rest + String(piece)).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    unlessGone(error);
  }
}

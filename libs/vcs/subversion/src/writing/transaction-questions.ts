import type { IncomingMessage } from 'node:http';
import { fairPlaces, Turns } from '@holdfast/kernel';
import type { TransferGrant } from '@holdfast/vcs-spi';
import { XmlReader } from '../reading/xml-reader.js';
import type { DavClient } from '../server/dav-client.js';

/** So many of our questions about transactions are under way at a time. */
export const mostAsked = 8;
const waiting = fairPlaces(1024, 512);
/** Each has its answer in so long (ms). */
const patience = 30_000;

/** More is not read of an answer (bytes): what a file may have of properties, each byte as XML tells it at most. */
const longestAnswer = 16 << 20;

/** Something in a repository that is asked about, and for whom. */
export interface AskedNode extends Pick<TransferGrant, 'directory' | 'owner'> {
  /** Of the server, encoded. */
  address: string;
  /** Who has begun the transaction that it is in. */
  author?: string;
  gone: AbortSignal;
}

/** Asks the server of Subversion what is in transactions, and was there before them. */
export class TransactionQuestions {
  private readonly turns = new Turns(fairPlaces(mostAsked, mostAsked / 2), waiting, patience);

  constructor(private readonly client: Pick<DavClient, 'ask'>) {}

  /** @throws Error where it cannot be read, as in the others */
  async text(node: AskedNode): Promise<Buffer> {
    const text = await this.ask(node, { method: 'GET' });
    if (!text) throw new Error('there is nothing at this address');
    return text;
  }

  /** The value of a property by its name without `svn:`; undefined: it has none, or is not there. */
  async property(node: AskedNode, name: string): Promise<string | undefined> {
    const asked = `<${name} xmlns="http://subversion.tigris.org/xmlns/svn/"/>`;
    const body = `<propfind xmlns="DAV:"><prop>${asked}</prop></propfind>`;
    const answer = await this.ask(node, { method: 'PROPFIND', headers: { depth: '0' }, body });
    return answer && valueIn(answer.toString(), name);
  }

  /** Whether there is a file, which a link is, too; false: a directory, or nothing. */
  async isFile(node: AskedNode): Promise<boolean> {
    const body = '<propfind xmlns="DAV:"><prop><resourcetype/></prop></propfind>';
    const answer = await this.ask(node, { method: 'PROPFIND', headers: { depth: '0' }, body });
    let isDirectory = answer === undefined;
    const opened = (name: string): void => {
      if (name === 'collection') isDirectory = true;
    };
    if (answer) new XmlReader({ opened, closed: () => undefined }).read(answer.toString());
    return !isDirectory;
  }

  /** Undefined: there is nothing. */
  private ask(
    { directory, address, author, owner, gone }: AskedNode,
    asking: { method: string; headers?: Record<string, string>; body?: string },
  ): Promise<Buffer | undefined> {
    const parties = [owner.company, owner.account, directory];
    const work = async (): Promise<Buffer | undefined> => {
      const left: Promise<void>[] = [];
      const signal = AbortSignal.any([gone, AbortSignal.timeout(patience)]);
      const more = { signal, author, left: (over: Promise<void>) => void left.push(over) };
      try {
        return await bodyOf(await this.client.ask({ ...asking, directory, path: address, ...more }));
      } finally {
        await Promise.all(left);
      }
    };
    return this.turns.run({ parties, deadline: Date.now() + patience }, work, () => {
      throw new Error('too much is read at this moment');
    });
  }
}

/** Of an answer to whether it has the property. */
const valueIn = (answer: string, asked: string): string | undefined => {
  let [found, said]: (string | undefined)[] = [];
  let isEncoded = false;
  const opened = (name: string, attributes: string): void => {
    if (name === asked) isEncoded = attributes.includes('"base64"');
  };
  const closed = (name: string, text: string): void => {
    if (name === asked) said = isEncoded ? Buffer.from(text, 'base64').toString() : text;
    if (name === 'status' && / 2\d\d /.test(text)) found = said ?? found;
    if (name === 'propstat') said = undefined;
  };
  new XmlReader({ opened, closed }).read(answer);
  return found;
};

const bodyOf = async (answer: IncomingMessage): Promise<Buffer | undefined> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > longestAnswer) throw new Error('the server of Subversion answers too much');
  }
  const status = answer.statusCode ?? 500;
  if (status === 404) return undefined;
  if (status >= 300) throw new Error(`the server of Subversion answers ${status}`);
  return Buffer.concat(pieces);
};

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TransferGrant } from '@holdfast/vcs-spi';
import {
  BodyFailure,
  TransferTurns,
  type RelayedHead,
  type StandingCheck,
  type TransferClient,
} from '@holdfast/vcs-spi/engine';
import { sameRepository } from '../door/dav-address.js';
import { rootHeader } from '../door/dav-headers.js';
import { openWork } from '../door/open-work.js';
import { isServed } from '../door/server-place.js';
import { youngestIn } from '../process/youngest.js';
import { mostSaid } from '../writing/transaction-props.js';
import { refuseDav } from './refused-dav.js';
import { checkSkel } from './request-skel.js';
import type { SubversionLimits } from './subversion-limits.js';
import { scanXml, withTexts } from './xml-body.js';

export interface DavExchange {
  grant: TransferGrant;
  request: IncomingMessage;
  response: ServerResponse;
  client: TransferClient;
  standing: StandingCheck;
  /** What the server may still do of it though it was given up. */
  left: Promise<void>[];
  /** What the server has answered, once it has, and why it could not be asked, or not to the end. */
  fate: { head?: RelayedHead; failure?: unknown };
  /** What is done before the server hears of it. */
  begin?: () => Promise<void>;
  /** The newest revision at its beginning, which is looked up beside all else; undefined: nobody wants to know. */
  newest: Promise<number | undefined> | undefined;
}

/** A body as the server may have it. */
export interface JudgedBody {
  readonly whole: Buffer;
  /** The canonical paths that it names. */
  readonly addresses: readonly string[];
  /** What its outermost element is called; absent: it is no XML. */
  readonly root?: string;
}

/**
 * The server reads these bodies whole, at up to 30 times their size. What stock clients say of 100,000 entries of a
 * working copy whose revisions differ is 9 MB, in which 700,000 times something begins.
 */
const most = { bytes: 16 << 20, marks: 1_500_000 };
/** Other bodies than such reports, and lists of properties or locks. */
const mostOfOthers = { bytes: 1 << 20, marks: 20_000 };
/** What a revision says of itself, its message above all: each list of revisions has it. */
const mostOfRevision = { bytes: 1 << 20, marks: 200_000 };
/** The same where a transaction begins with it. It is no XML, in which something would begin. */
const mostOfTransaction = { bytes: mostSaid, marks: Infinity };
/** Of properties it writes all that a file has for each that changes: of so many elements that takes some seconds. */
const mostOfProperties = 2_000;
/** More is read only in a turn of its own. */
const small = 64 << 10;

const mayBeLarge = new Set(['REPORT', 'MERGE', 'PROPPATCH', 'DELETE']);
const namesAddresses = new Set(['REPORT', 'MERGE', 'CHECKOUT']);
const addressed = new Set(['href', 'src-path', 'dst-path']);
/** By reports; of others than these the server takes any path. */
const ofPaths: Readonly<Record<string, readonly string[]>> = {
  'update-report': ['update-target', 'entry', 'missing'],
  'inherited-props-report': ['path'],
};
const isPath = (name: string, root: string): boolean => ofPaths[root]?.includes(name) ?? false;

/** Whose tokens of locks are shown: below what the request is about. */
const isLocked = (name: string): boolean => name === 'lock-path';
/** In others that is a property of somebody's. */
const showsLocks = new Set(['MERGE', 'DELETE']);

/** Of a question that the server fails at where one of them is not made yet. */
const isRevision = (name: string, root: string): boolean =>
  root === 'get-deleted-rev-report' && /^(?:peg|start|end)-revision$/.test(name);

/**
 * Whose a transaction is, is for the server to say; and where nothing is there yet, it fails at what is to be removed.
 */
const ofServer = /^(?:(?:svn:)?author|remove)$/;

/** Bodies that are no file data: bounded, judged and then sent as they were judged. */
export class DavBodies {
  private readonly large: TransferTurns;

  constructor({ bodies, queue }: SubversionLimits) {
    this.large = new TransferTurns(bodies, queue);
  }

  /**
   * Does the work with the body; with a large one in a turn, until the work is over.
   * @throws BodyFailure where it is none that clients of Subversion send
   */
  async during(
    { grant, client, response }: DavExchange,
    body: AsyncIterable<Buffer>,
    work: (judged: JudgedBody) => Promise<void>,
  ): Promise<void> {
    const gathered = new GatheredBody(limitOf(grant));
    const pieces = body[Symbol.asyncIterator]();
    const rest = async (): Promise<void> => work(await judged(grant, gathered));
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      gathered.add(next.value);
      if (gathered.bytes <= small) continue;
      return this.large.run(
        grant,
        client,
        async () => {
          for (next = await pieces.next(); !next.done; next = await pieces.next()) gathered.add(next.value);
          await rest();
        },
        () => refuseDav(response, 503, 'too many large requests, try again'),
      );
    }
    await rest();
  }
}

/** Addresses of revisions, and of those that are not made yet. */
const revision = /^\/!svn\/(?:v?txn|wbl|rev|bln)(?:\/|$)/;

const limitOf = ({ exchange: { method, path, headers } }: TransferGrant): typeof most => {
  if (method === 'POST') return mostOfTransaction;
  if (!mayBeLarge.has(method)) return mostOfOthers;
  const isOfRevision = revision.test(path.slice((headers[rootHeader] ?? '').length));
  return method === 'PROPPATCH' && isOfRevision ? mostOfRevision : most;
};

const tooLarge = (): BodyFailure => new BodyFailure('too_large', 413, 'the request is too large');

/** What of a body makes the server's memory of it grow: elements, attributes, and pieces of text. */
const isMark = new Uint8Array(256);
for (const byte of Buffer.from('<=&\n\r')) isMark[byte] = 1;

class GatheredBody {
  private readonly pieces: Buffer[] = [];
  bytes = 0;
  private marks = 0;

  constructor(private limit: { bytes: number; marks: number }) {}

  add(piece: Buffer): void {
    this.bytes += piece.length;
    for (const byte of piece) this.marks += isMark[byte];
    this.pieces.push(piece);
    this.within(this.limit);
  }

  /** @throws BodyFailure `too_large` */
  within({ bytes, marks }: { bytes: number; marks: number }): void {
    if (this.bytes > bytes || this.marks > marks) throw tooLarge();
  }

  whole(): Buffer {
    return Buffer.concat(this.pieces);
  }
}

const judged = async (grant: TransferGrant, gathered: GatheredBody): Promise<JudgedBody> => {
  const { method, path, headers } = grant.exchange;
  const whole = gathered.whole();
  if (method === 'POST') {
    await checkSkel(whole);
    return { whole, addresses: [] };
  }
  const root = headers[rootHeader] ?? '';
  const [, word] = openWork.exec(path.slice(root.length)) ?? [];
  const document = await scanXml(whole, {
    texts: namesAddresses.has(method) ? addressed : new Set(),
    ...(method === 'REPORT' ? { isPath, isRevision } : {}),
    ...(showsLocks.has(method) ? { isPath: isLocked } : {}),
    ...(method === 'PROPPATCH' && /^(?:v?txn|wbl)$/.test(word ?? '')
      ? { forbidden: (name: string) => ofServer.test(name) }
      : {}),
  });
  if (method === 'PROPPATCH' && document.elements > mostOfProperties) throw tooLarge();
  if (method === 'REPORT' && document.root !== 'update-report') gathered.within(mostOfOthers);
  if (document.revisions.length > 0 && Math.max(...document.revisions) > (await youngestIn(grant.directory)))
    throw new BodyFailure('broken', 400, 'the request names a revision that there is not');
  // What these are about, and whose that is, is for nothing else to say.
  if ((method === 'MERGE' || method === 'CHECKOUT') && !document.texts.some(({ name }) => name === 'href'))
    throw new BodyFailure('broken', 400, 'the request names nothing that it is about');
  const addresses = document.texts.map(({ text }) => {
    const address = text === '' ? '' : sameRepository(root, text);
    if (address === undefined)
      throw new BodyFailure('broken', 400, 'the request names an address outside of this repository');
    if (!isServed(address.slice(root.length)))
      throw new BodyFailure('broken', 400, 'the request names what is no address in a repository');
    // Of a directory the server knows one spelling.
    return address.replace(/\/$/, '');
  });
  const sent = addresses.length === 0 ? whole : withTexts(whole, document, addresses);
  return { whole: sent, addresses, root: document.root };
};

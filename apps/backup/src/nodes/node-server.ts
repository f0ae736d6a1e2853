import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { sameText } from '@holdfast/kernel';
import { byteServer, type ByteTls } from '@holdfast/platform/byte-ports';
import type { NodeFiles } from './node-files.js';
import { faultOfError, faultTrailer, fileHead, type ListLine } from './node-words.js';

/** Paths stand in addresses: 4,096 bytes, of which each may take three. */
const maxHeaderSize = 64 << 10;

/** So long what comes before a body may take (ms), and a connection may rest: who asks ends it before. */
const headersTimeout = 20_000;
const keepAliveTimeout = 600_000;
/** A backup or a restore has one or two; those that broke off may linger. */
const maxConnections = 100;

/** Where a directory of a node may lie: as `Placement` of the repository service puts it, and what is beside it. */
const placed = /^(?:intents|~ntents|[0-9a-f]{2}\/[0-9a-f]{2}\/[.~]?[0-9a-z][0-9a-z.-]{0,98})$/;

/** What is asked for. */
interface Question {
  at: string;
  /** @throws Error where it is missing */
  named: (name: string) => string;
  optional: (name: string) => string | undefined;
  request: IncomingMessage;
}

type Answer = (node: NodeFiles, question: Question) => Promise<unknown>;

/** What changes nothing. */
const reading: Readonly<Record<string, Answer>> = {
  has: (node, { at }) => node.has(at),
};

const writing: Readonly<Record<string, Answer>> = {
  begin: (node, { at }) => node.begin(at),
  makeDirectory: (node, { at, named }) => node.makeDirectory(at, named('path')),
  write: (node, { at, named, request }) =>
    node.write(at, { path: named('path'), mode: Number(named('mode')) & 0o777 }, request),
  link: (node, { at, named }) =>
    node.link(at, named('path'), { at: placedAt(named('from')), path: named('fromPath') }),
  place: (node, { at }) => node.place(at),
  discard: (node, { at }) => node.discard(at),
  move: (node, { at, named }) => node.move(at, placedAt(named('to'))),
  remove: (node, { at }) => node.remove(at),
};

/** How a node is served. */
export interface NodeServing {
  node: NodeFiles;
  /** What who asks has to show. */
  token: () => string;
  /** Whether it takes what is restored. */
  writable: boolean;
  tls?: ByteTls | undefined;
  /** Hears what went wrong, as nobody may be told. */
  fault: (error: unknown) => void;
}

/**
 * Serves the files of a storage node to the program that makes backups, beside the node and without its help. It has no
 * key of backups, and nobody without the token gets a word out of it. It does not listen yet.
 */
export const nodeServer = ({ node, token, writable, tls, fault }: NodeServing): Server => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      if (!sameText(request.headers.authorization ?? '', `Bearer ${token()}`))
        return refuse(request, response, 401, 'who asks?');
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://node');
      const operation = pathname.slice(1);
      if (operation === 'isWritable') return say(response, writable && (await node.isWritable()));
      const optional = (name: string): string | undefined => searchParams.get(name) ?? undefined;
      const named = (name: string): string => {
        const value = optional(name);
        if (value === undefined) throw new Error(`${name} is missing`);
        return value;
      };
      const question: Question = { at: placedAt(named('at')), named, optional, request };
      if (operation === 'list') return await list(node, question, response);
      if (operation === 'open') return await open(node, question, response);
      const known = Object.hasOwn(reading, operation) ? reading : writable ? writing : {};
      if (!Object.hasOwn(known, operation)) return refuse(request, response, 403, 'this is not done here');
      say(response, await known[operation](node, question));
    } catch (error) {
      if (response.headersSent) {
        response.destroy();
        fault(error);
      } else {
        // Who sends hears an answer when he has ended.
        if (!request.complete) await finished(request.resume()).catch(() => undefined);
        response.writeHead(422).end(JSON.stringify(faultOfError(error)));
      }
    }
  };
  // The largest file of a backup may take hours. Who shows no token holds nothing for long.
  const options = { maxHeaderSize, headersTimeout, requestTimeout: 0, keepAliveTimeout };
  const server = byteServer(tls, options, (request, response) => void serve(request, response));
  return Object.assign(server, { maxConnections });
};

/** @throws Error where no directory of a node lies */
const placedAt = (at: string): string => {
  if (!placed.test(at)) throw new Error('nothing of a storage node lies there');
  return at;
};

const say = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200).end(JSON.stringify({ value }));

const refuse = (request: IncomingMessage, response: ServerResponse, status: number, why: string): void => {
  request.resume();
  response.writeHead(status, { connection: 'close' }).end(JSON.stringify({ message: why }));
};

const list = async (node: NodeFiles, { at, optional }: Question, response: ServerResponse): Promise<void> => {
  const most = optional('most');
  const without = optional('without');
  const { directories, files } = await node.list(at, {
    most: most === undefined ? undefined : Number(most),
    without: without === undefined ? undefined : new RegExp(without, optional('flags')),
  });
  const lines = function* (): Generator<string> {
    const line = (entry: ListLine): string => `${JSON.stringify(entry)}\n`;
    for (const path of directories) yield line([path]);
    for (const [path, { size, mark, shared }] of files)
      yield line(shared ? [path, size, mark, shared] : [path, size, mark]);
  };
  response.writeHead(200);
  await pipeline(Readable.from(batched(lines())), response);
};

/** A write for each line would cost more than the line. */
function* batched(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < 64 << 10) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

const open = async (node: NodeFiles, { at, named }: Question, response: ServerResponse): Promise<void> => {
  const file = await node.open(at, named('path'));
  if (!file) return void response.writeHead(404).end();
  const { mode, size, mark } = file;
  try {
    let broken: unknown;
    const bytes = async function* (): AsyncGenerator<Buffer> {
      try {
        // What is on its way lies in memory of its own.
        for await (const part of file.bytes) yield Buffer.from(part);
      } catch (error) {
        broken = error;
      }
    };
    response.writeHead(200, { [fileHead]: JSON.stringify({ mode, size, mark }), trailer: faultTrailer });
    await pipeline(bytes, response, { end: false });
    if (broken !== undefined) response.addTrailers({ [faultTrailer]: JSON.stringify(faultOfError(broken)) });
    response.end();
  } finally {
    await file.close();
  }
};

import { Agent, request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteTls } from '@holdfast/platform/byte-ports';
import type { DirectoryListing } from '@holdfast/platform/files';
import { NodeAway, type NodeFiles, type NodeListing, type OpenedFile } from './node-files.js';
import { errorOfFault, faultTrailer, fileHead, whole, type ListLine, type ToldFault } from './node-words.js';

/** So long nothing may come (ms): a large directory is removed, or made durable, before the answer. */
const patience = 300_000;
/** So long a connection may take (ms): of a machine that is lost nothing says so. */
const connectPatience = 10_000;
/** A connection that rests for longer is ended here, before the reader does (`nodeServer`). */
const restPatience = 240_000;

/** How readers are asked. */
export interface NodeAccess {
  token: () => string;
  tls?: ByteTls | undefined;
  /** So long a connection may take (ms). */
  connectPatience?: number;
}

/** The reader does not do what it was asked for. */
class NotDoneThere extends Error {
  override readonly name = 'NotDoneThere';
}

type Asked = Readonly<Record<string, string | number | undefined>>;

/** A storage node that is elsewhere: a reader beside it (`nodeServer`) is asked. */
export class RemoteNode implements NodeFiles {
  private readonly agent: Agent;

  /** `url`: `http://host:port`, or `https://`. */
  constructor(
    private readonly url: string,
    private readonly access: NodeAccess,
  ) {
    const kept = { keepAlive: true, timeout: restPatience };
    this.agent = url.startsWith('https:') ? new SecureAgent(kept) : new Agent(kept);
  }

  has(at: string): Promise<boolean> {
    return this.value('has', { at }) as Promise<boolean>;
  }

  async list(at: string, { most, without }: NodeListing): Promise<DirectoryListing> {
    const rule = { without: without?.source, flags: without?.flags };
    const answer = await this.ask('list', { at, most, ...rule });
    const listing: DirectoryListing = { directories: [], files: new Map() };
    try {
      for await (const [path, size, mark, shared] of linesOf(answer))
        if (size === undefined || mark === undefined) listing.directories.push(path);
        else listing.files.set(path, { size, mark, ...(shared && { shared }) });
    } catch (error) {
      throw new NodeAway(this.url, error);
    }
    return listing;
  }

  async open(at: string, path: string): Promise<OpenedFile | undefined> {
    const answer = await this.ask('open', { at, path });
    if (answer.statusCode === 404) {
      answer.resume();
      return undefined;
    }
    const head = JSON.parse(String(answer.headers[fileHead])) as Pick<OpenedFile, 'mode' | 'size' | 'mark'>;
    const close = (): Promise<void> => {
      if (!answer.readableEnded) answer.destroy();
      return Promise.resolve();
    };
    return { ...head, bytes: this.bytes(answer), close };
  }

  isWritable(): Promise<boolean> {
    return this.value('isWritable', {}) as Promise<boolean>;
  }

  async begin(at: string): Promise<void> {
    await this.value('begin', { at });
  }

  async makeDirectory(at: string, path: string): Promise<void> {
    await this.value('makeDirectory', { at, path });
  }

  async write(
    at: string,
    { path, mode }: { path: string; mode: number },
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    await this.value('write', { at, path, mode }, bytes);
  }

  link(at: string, path: string, from: { at: string; path: string }): Promise<boolean> {
    const asked = { at, path, from: from.at, fromPath: from.path };
    return this.value('link', asked).catch((error: unknown) => {
      // A reader of an earlier version knows no links.
      if (error instanceof NotDoneThere) return false;
      throw error;
    }) as Promise<boolean>;
  }

  async place(at: string): Promise<void> {
    await this.value('place', { at });
  }

  async discard(at: string): Promise<void> {
    await this.value('discard', { at });
  }

  async move(at: string, to: string): Promise<void> {
    await this.value('move', { at, to });
  }

  async remove(at: string): Promise<void> {
    await this.value('remove', { at });
  }

  close(): void {
    this.agent.destroy();
  }

  private async *bytes(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
    try {
      for await (const part of answer) yield part as Buffer;
    } catch (error) {
      throw new NodeAway(this.url, error);
    }
    const fault = answer.trailers[faultTrailer];
    if (fault !== undefined) throw errorOfFault(JSON.parse(fault) as ToldFault);
  }

  private async value(operation: string, asked: Asked, body?: AsyncIterable<Uint8Array>): Promise<unknown> {
    const answer = await this.ask(operation, asked, body);
    const text = await whole(answer).catch((error: unknown) => {
      throw new NodeAway(this.url, error);
    });
    return (JSON.parse(text) as { value?: unknown }).value;
  }

  /** Answers what came with 200 or 404. @throws NodeAway, and what went wrong there */
  private async ask(
    operation: string,
    asked: Asked,
    body?: AsyncIterable<Uint8Array>,
  ): Promise<IncomingMessage> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(asked))
      if (value !== undefined) query.set(name, String(value));
    const request = this.request(`${this.url}/${operation}?${query}`);
    const answered = new Promise<IncomingMessage>((done, fail) => {
      request.once('response', done);
      request.once('error', fail);
    });
    // It is looked at when all was sent.
    answered.catch(() => undefined);
    const source: { fault?: Error } = {};
    let refused: Error;
    try {
      if (body) await pipeline(Readable.from(noting(body, source), { objectMode: false }), request);
      else request.end();
      const answer = await answered;
      const { statusCode } = answer;
      if (statusCode === 200 || statusCode === 404) return answer;
      const fault = JSON.parse(await whole(answer)) as ToldFault;
      refused = statusCode === 403 ? new NotDoneThere(fault.message) : errorOfFault(fault);
    } catch (error) {
      request.destroy();
      throw source.fault ?? new NodeAway(this.url, error);
    }
    throw refused;
  }

  private request(address: string): ClientRequest {
    const { token, tls, connectPatience: most = connectPatience } = this.access;
    const options = {
      ...{ method: 'POST', agent: this.agent, timeout: patience },
      headers: { authorization: `Bearer ${token()}` },
    };
    const secure = tls && { secureContext: tls.client };
    const request = secure
      ? secureRequest(address, { ...options, ...secure })
      : plainRequest(address, options);
    request.once('socket', (socket) => {
      if (request.reusedSocket) return;
      const late = setTimeout(() => request.destroy(new Error('no connection comes about')), most);
      for (const event of [secure ? 'secureConnect' : 'connect', 'close'])
        socket.once(event, () => clearTimeout(late));
    });
    return request.once('timeout', () => request.destroy(new Error('it says nothing')));
  }
}

async function* linesOf(answer: IncomingMessage): AsyncGenerator<ListLine> {
  let rest = '';
  answer.setEncoding('utf8');
  for await (const part of answer) {
    const lines = (rest + (part as string)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as ListLine;
  }
}

/** Says whose fault it was where sending fails. */
async function* noting<T>(all: AsyncIterable<T>, source: { fault?: Error }): AsyncGenerator<T> {
  try {
    yield* all;
  } catch (error) {
    source.fault = error as Error;
    throw error;
  }
}

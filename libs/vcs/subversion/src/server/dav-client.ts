import { Agent, request, type IncomingMessage } from 'node:http';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { endedRequest } from '@holdfast/vcs-spi/engine';
import type { ViewDirectories } from '../process/view-directories.js';
import { keptConnections, type DavServer } from './dav-server.js';

/** A request to the server, for what lies in a directory. */
export interface DavRequest {
  method: string;
  directory: string;
  /** From the root of the repository, encoded; with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Who has begun the transaction that is read: no other is let in. */
  author?: string;
  /** Gives the request up, also while its answer is read. */
  signal?: AbortSignal;
  /** Hears until when the server may be busy with it, where it was given up. */
  left?: (over: Promise<void>) => void;
  /** Its answer is read as slowly as a client takes it. */
  isSent?: boolean;
}

/** Where repositories lie in the addresses of our own requests. */
const ownRoot = '/r';
/** Whose they are: nobody's who could write. */
const ourselves = '-';

/** So many requests are under way at a time. */
export interface DavConnections {
  questions: number;
  /** Those whose answers are sent. */
  contents: number;
}

/** Our own requests to the server. */
export class DavClient {
  private readonly questions: Agent;
  private readonly contents: Agent;

  constructor(
    private readonly server: DavServer,
    private readonly views: ViewDirectories,
    { questions, contents }: DavConnections,
  ) {
    const { most: maxFreeSockets, time: timeout } = keptConnections;
    const connections = (maxSockets: number): Agent =>
      new Agent({ keepAlive: true, maxSockets, maxFreeSockets, timeout });
    this.questions = connections(questions);
    this.contents = connections(contents);
  }

  /** Answers once the head has come. @throws VcsRefusal `unavailable` where the server does not answer */
  async ask(asking: DavRequest): Promise<IncomingMessage> {
    const {
      method,
      directory,
      path,
      headers,
      body,
      author = ourselves,
      signal,
      left,
      isSent = false,
    } = asking;
    await this.server.answers().catch(unavailable);
    const view = await this.views.of(directory);
    const own = {
      ...headers,
      ...(body === undefined
        ? {}
        : { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body) }),
      ...this.server.identity(view, ownRoot, author),
    };
    const { address, giveUp } = this.server;
    const once = (again: boolean): Promise<IncomingMessage> =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const agent = isSent ? this.contents : this.questions;
        const options = { ...address, agent, method, path: ownRoot + path, headers: own };
        let isAnswered = false;
        const asked = request(options, (answer) => {
          isAnswered = true;
          resolve(answer);
        }).on('error', (error) => {
          // A server that has its hands full closes connections that are kept. What we ask changes nothing there.
          if (again && asked.reusedSocket && !isAnswered && !signal?.aborted) resolve(once(false));
          else reject(error);
        });
        // The server goes on where it does not notice that nobody reads: it is ended by its process then.
        const end = (): void => {
          const over = endedRequest(asked, giveUp, new Error('nobody waits for the answer'));
          if (over) left?.(over);
        };
        signal?.addEventListener('abort', end, { once: true });
        asked.once('close', () => signal?.removeEventListener('abort', end));
        if (signal?.aborted) end();
        else asked.end(body);
      });
    return once(true).catch(unavailable);
  }

  /** Ends the connections. */
  close(): void {
    this.questions.destroy();
    this.contents.destroy();
  }
}

const unavailable = (error: unknown): never => {
  throw new VcsRefusal('unavailable', `the server of Subversion does not answer: ${String(error)}`);
};

/** A path inside of a repository as it stands in addresses. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

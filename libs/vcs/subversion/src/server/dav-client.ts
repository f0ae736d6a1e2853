import { request, type IncomingMessage } from 'node:http';
import { VcsRefusal } from '@holdfast/vcs-spi';
import type { ViewDirectories } from '../process/view-directories.js';
import type { DavServer } from './dav-server.js';

/** A request to the server, for what lies in a directory. */
export interface DavRequest {
  method: string;
  directory: string;
  /** From the root of the repository, encoded; with its query. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  signal?: AbortSignal;
}

/** Where repositories lie in the addresses of our own requests. */
const ownRoot = '/r';
/** Whose they are: nobody's who could write. */
const ourselves = '-';

/** Our own requests to the server. */
export class DavClient {
  constructor(
    private readonly server: DavServer,
    private readonly views: ViewDirectories,
  ) {}

  /** Answers once the head has come. @throws VcsRefusal `unavailable` where the server does not answer */
  async ask({ method, directory, path, headers, body, signal }: DavRequest): Promise<IncomingMessage> {
    await this.server.answers().catch(unavailable);
    const view = await this.views.of(directory);
    const own = {
      ...headers,
      ...(body === undefined
        ? {}
        : { 'content-type': 'text/xml', 'content-length': Buffer.byteLength(body) }),
      ...this.identity(view, ownRoot, ourselves),
    };
    return new Promise<IncomingMessage>((resolve, reject) => {
      const { agent, port } = this.server;
      const options = { agent, port, host: '127.0.0.1', method, path: ownRoot + path, headers: own, signal };
      request(options, resolve).on('error', reject).end(body);
    }).catch(unavailable);
  }

  /** What the server has to be told of every request. */
  identity(view: string, root: string, user: string): Record<string, string> {
    return {
      'x-hf-secret': this.server.secret,
      'x-hf-repo': view,
      'x-hf-root': root,
      'x-hf-user': user,
    };
  }
}

const unavailable = (error: unknown): never => {
  throw new VcsRefusal('unavailable', `the server of Subversion does not answer: ${String(error)}`);
};

/** A path inside of a repository as it stands in addresses. */
export const encodedPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

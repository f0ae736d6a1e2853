import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { subversionCommands } from '../door/subversion-commands.js';
import type { SubversionEngine } from '../subversion.engine.js';

const url = 'svn+ssh://svn@host/acme/projects/web/repositories/subversion/r';
/** With which a client begins a conversation. */
export const opening = `( 2 ( edit-pipeline svndiff1 ) ${url.length}:${url} 3:SVN ( ) ) `;

/** Where `ann` talks with the program of a conversation over SSH about one repository: each request is one. */
export class SessionDoor {
  /** Each resolves when its conversation is over. */
  readonly conversations: Promise<unknown>[] = [];

  private constructor(private readonly server: Server) {}

  static async of(
    engine: SubversionEngine,
    directory: string,
    service: 'serve' | 'serve-read',
  ): Promise<SessionDoor> {
    const server = createServer((asking, response) => {
      const { exchange } = subversionCommands.opening?.address(Buffer.from(opening)) as {
        exchange: { method: string; path: string; headers: Record<string, string> };
      };
      const grant = {
        ...{ kind: 'subversion', service, exchange, repository: 'r', author: 'ann' },
        ...{ principal: 'ann', directory, owner: { company: 'acme', account: 'ann' } },
      };
      door.conversations.push(engine.exchange(grant, asking, response));
    });
    const door = new SessionDoor(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return door;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Says it all, and answers what was heard, with how it ended; `between` is done once the program has answered. */
  conversation(
    said: string,
    between = () => Promise.resolve(),
  ): Promise<{ heard: string; exit: string | undefined; reason: string | undefined }> {
    return new Promise((resolve, reject) => {
      const { port } = this;
      const asked = request({ host: '127.0.0.1', port, method: 'POST', agent: false }, (answer) => {
        let heard = '';
        let isBegun = false;
        answer.setEncoding('utf8').on('data', (piece: string) => {
          heard += piece;
          if (isBegun || !heard.includes('EXTERNAL')) return;
          isBegun = true;
          between().then(() => asked.end(`( EXTERNAL ( 0: ) ) ${said}`), reject);
        });
        answer.on('error', () => undefined);
        answer.once('close', () => {
          const { 'x-hf-exit': exit, 'x-hf-reason': reason } = answer.trailers;
          resolve({ heard, exit, reason: reason && decodeURIComponent(reason) });
        });
      });
      asked.once('error', reject).write(opening);
    });
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

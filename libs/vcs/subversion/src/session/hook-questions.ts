import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a hook asks: its name, the path of the repository, and what else Subversion tells it. */
export interface AskedHook {
  name: string;
  repository: string;
  words: string[];
}

/** Why not, in one line; undefined: yes. Each question is answered once, by calling `answer`. */
export type AnswerHook = (question: AskedHook, answer: (refusal?: string) => void) => Promise<void>;

/** A question is no longer than that (bytes), and asked within so long (ms). */
const longest = 16 << 10;
const patience = 10_000;

/** Where the hooks of conversations ask: on the loopback interface. */
export class HookQuestions {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly take: AnswerHook) {
    this.server = createServer((socket) => this.hear(socket));
  }

  /** Answers the port. */
  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    this.server.unref();
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private hear(socket: Socket): void {
    let said = '';
    this.sockets.add(socket);
    socket.setTimeout(patience, () => socket.destroy());
    socket.once('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    const heard = (piece: string): void => {
      said += piece;
      if (said.length > longest) socket.destroy();
      if (!said.endsWith('\n\n')) return;
      socket.off('data', heard).setTimeout(0);
      const [name, repository = '', ...words] = said.slice(0, -2).split('\n');
      const answer = (refusal?: string): void =>
        void socket.end(refusal === undefined ? 'yes\n' : `${refusal}\n`);
      void this.take({ name, repository, words }, answer).catch(() => socket.destroy());
    };
    socket.setEncoding('utf8').on('data', heard);
  }
}

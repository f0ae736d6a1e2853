import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { eventually } from '../scratch.js';

const said: Record<string, string> = {
  EHLO: '250 mail.example.org',
  MAIL: '250 yes',
  RCPT: '250 yes',
  DATA: '354 go on',
  QUIT: '221 until then',
};

/** A mail server on this machine that takes each mail, without TLS (RFC 5321). */
export class MailServer {
  /** As they came, oldest first. */
  readonly mails: string[] = [];

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.talk(socket));
  }

  static async open(): Promise<MailServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new MailServer(server);
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The first mail that holds the text, once it has come. */
  mailThatSays(text: string): Promise<string> {
    return eventually(() => Promise.resolve(this.mails.find((mail) => mail.includes(text))), 20_000);
  }

  async close(): Promise<void> {
    this.server.close();
    await once(this.server, 'close');
  }

  private talk(socket: Socket): void {
    let unread = '';
    let isMail = false;
    const answer = (line: string): void => void socket.write(`${line}\r\n`);
    socket.on('error', () => socket.destroy());
    answer('220 mail.example.org');
    socket.on('data', (bytes) => {
      unread += bytes.toString();
      for (;;) {
        const end = unread.indexOf(isMail ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = unread.slice(0, end);
        unread = unread.slice(end + (isMail ? 5 : 2));
        if (isMail) this.mails.push(text);
        answer(isMail ? '250 yes' : (said[text.slice(0, 4).toUpperCase()] ?? '502 no'));
        isMail = !isMail && /^DATA$/i.test(text);
      }
    });
  }
}

import { connect, type Socket } from 'node:net';
import { access } from '../system.js';

export interface RawAnswer {
  status: number;
  reason: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/**
 * A TCP connection to the gateway, for what HTTP libraries hide. Answers are read one after the other; an answer to
 * HEAD is read with `read({ head: true })`.
 */
export class RawConnection {
  private received = Buffer.alloc(0);
  private ended = false;
  private wake: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
    const end = (): void => {
      this.ended = true;
      this.wake();
    };
    socket.on('end', end);
    socket.on('close', end);
    socket.on('error', end);
  }

  /** `localAddress`: where it comes from. */
  static open(site = access.site_url, localAddress?: string): Promise<RawConnection> {
    const { hostname: host, port } = new URL(site);
    return new Promise((done, fail) => {
      const socket = connect({ host, port: Number(port || 80), localAddress }, () =>
        done(new RawConnection(socket)),
      );
      socket.once('error', fail);
    });
  }

  send(data: string | Buffer): this {
    this.socket.write(data);
    return this;
  }

  /** Takes nothing more of what the other side sends; `hear`: again. */
  deafen(): this {
    this.socket.pause();
    return this;
  }

  hear(): this {
    this.socket.resume();
    return this;
  }

  /** Ends our direction in order. */
  finish(): void {
    this.socket.end();
  }

  /** Breaks the connection. */
  cut(): void {
    this.socket.destroy();
  }

  /** Breaks it so that the other side notices at once. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  /** Whether the other side has closed, within the time. */
  async closed(milliseconds = 5_000): Promise<boolean> {
    const until = Date.now() + milliseconds;
    while (!this.ended && Date.now() < until) await this.more(until);
    return this.ended;
  }

  /** The next answer; `100 Continue` counts as one. */
  async read({ head = false, milliseconds = 30_000 } = {}): Promise<RawAnswer> {
    const until = Date.now() + milliseconds;
    const find = (text: string, from = 0): number => this.received.indexOf(text, from, 'latin1');
    while (find('\r\n\r\n') < 0) await this.need(until);
    const end = find('\r\n\r\n');
    const [first, ...lines] = this.received.toString('latin1', 0, end).split('\r\n');
    const [, status, reason = ''] = /^HTTP\/1\.1 (\d{3}) ?(.*)$/.exec(first) ?? [];
    if (!status) throw new Error(`no status line: ${first}`);
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    this.received = this.received.subarray(end + 4);
    const hasBody = !head && Number(status) >= 200 && !['204', '304'].includes(status);
    const body = hasBody ? await this.body(headers, until) : '';
    return { status: Number(status), reason, headers, body };
  }

  private async body(headers: Record<string, string>, until: number): Promise<string> {
    if (headers['transfer-encoding'] === 'chunked') {
      let body = '';
      for (;;) {
        while (!this.received.includes('\r\n')) await this.need(until);
        const line = this.received.indexOf('\r\n');
        const length = parseInt(this.received.toString('latin1', 0, line), 16);
        while (this.received.length < line + 2 + length + 2) await this.need(until);
        body += this.received.toString('latin1', line + 2, line + 2 + length);
        this.received = this.received.subarray(line + 2 + length + 2);
        if (length === 0) return body;
      }
    }
    const length = Number(headers['content-length'] ?? 0);
    while (this.received.length < length) await this.need(until);
    const body = this.received.toString('latin1', 0, length);
    this.received = this.received.subarray(length);
    return body;
  }

  private async need(until: number): Promise<void> {
    if (this.ended || Date.now() >= until)
      throw new Error(`${this.ended ? 'closed' : 'no answer in time'}: ${this.received.toString('latin1')}`);
    await this.more(until);
  }

  private more(until: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, Math.max(1, until - Date.now()));
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}

/** A request's head: the request line, `Host`, the headers given, the empty line. */
export const head = (method: string, target: string, headers: Record<string, string> = {}): string =>
  [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(access.site_url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

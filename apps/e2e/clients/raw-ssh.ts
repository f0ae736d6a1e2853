import ssh2, { type Client } from 'ssh2';
import { access } from '../system.js';
import type { SshClient } from './ssh.js';

/** Of the library's client, what it keeps to itself: hostile clients say what it would not say. */
interface Insides {
  _protocol: {
    _packetRW: {
      write: { allocStart: number; alloc(length: number): Buffer; finalize(packet: Buffer): Buffer };
    };
    _cipher: { encrypt(packet: Buffer): void };
  };
  _sock: { cork(): void; uncork(): void };
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([number(value.length), Buffer.from(value)]);

/** The smallest packets of their sorts; of the channel with this number. */
export const packets: Readonly<Record<string, (channel: number) => Buffer>> = {
  ignore: () => Buffer.concat([Buffer.of(2), text('')]),
  debug: () => Buffer.concat([Buffer.of(4, 0), text(''), text('')]),
  unknown: () => Buffer.of(199),
  'global request': () => Buffer.concat([Buffer.of(80), text('x'), Buffer.of(1)]),
  'channel open': () => Buffer.concat([Buffer.of(90), text('x'), number(0), number(1), number(1)]),
  'window adjust': (channel) => Buffer.concat([Buffer.of(93), number(channel), number(1)]),
  data: (channel) => Buffer.concat([Buffer.of(94), number(channel), text('x')]),
  'channel request': (channel) => Buffer.concat([Buffer.of(98), number(channel), text('x'), Buffer.of(1)]),
};

/** A client of the SSH door that says what it likes, as often as it likes. */
export class RawSsh {
  /** Resolves with its end. */
  readonly closed: Promise<'closed'>;

  private constructor(private readonly client: Client) {
    this.closed = new Promise((resolve) => client.once('close', () => resolve('closed')));
    client.on('error', () => undefined);
  }

  /** Connects; `before` may say something before it logs in. Resolves with what comes of the login. */
  static async open(
    machine: SshClient,
    before: (raw: RawSsh) => void = () => undefined,
    url = access.ssh_url,
  ): Promise<{ raw: RawSsh; login: 'ready' | 'closed' }> {
    const client = new ssh2.Client();
    const raw = new RawSsh(client);
    const { hostname: host, port } = new URL(url);
    const key = await machine.privateKey;
    const ready = new Promise<'ready'>((resolve) => client.once('ready', () => resolve('ready')));
    client.connect({
      host,
      port: Number(port),
      username: 'svc',
      authHandler: (_methods, _partial, next) => {
        before(raw);
        next({ type: 'publickey', username: 'svc', key });
      },
    });
    return { raw, login: await Promise.race([ready, raw.closed]) };
  }

  /** Says it so many times. */
  say(packet: Buffer, times = 1): void {
    const { _protocol: protocol, _sock: socket } = this.client as unknown as Insides;
    const writer = protocol._packetRW.write;
    socket.cork();
    for (let left = times; left > 0; left -= 1) {
      const made = writer.alloc(packet.length);
      made.set(packet, writer.allocStart);
      protocol._cipher.encrypt(writer.finalize(made));
    }
    socket.uncork();
  }

  /**
   * Begins a command; resolves with the number that its channel has at the other side, or with the end of the
   * connection.
   */
  begin(command: string): Promise<number | 'closed'> {
    const begun = new Promise<number>((resolve, reject) =>
      this.client.exec(command, (error, channel) => {
        if (error) return reject(error);
        channel.resume();
        resolve((channel as unknown as { outgoing: { id: number } }).outgoing.id);
      }),
    );
    return Promise.race([begun, this.closed]).catch(() => this.closed);
  }

  end(): void {
    this.client.destroy();
  }
}

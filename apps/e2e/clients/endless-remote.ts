import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';

const pkt = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;

/** A packet of the first band, which has the pack. */
const banded = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${(bytes.length + 5).toString(16).padStart(4, '0')}\x01`), bytes]);

const id = '1'.repeat(40);
const advertisement =
  `${pkt('# service=git-upload-pack\n')}0000` +
  `${pkt(`${id} HEAD\0side-band-64k ofs-delta symref=HEAD:refs/heads/main agent=git/2\n`)}` +
  `${pkt(`${id} refs/heads/main\n`)}0000`;

/** A file of 30,000 bytes as it stands in a pack: its type and size, and what is deflated. */
const file = (): Buffer =>
  Buffer.concat([Buffer.from([0xb0, 0xd3, 0x0e]), deflateSync(randomBytes(30_000), { level: 0 })]);

/** A server of git that advertises one branch, and sends one file after the other for as long as anybody reads. */
export class EndlessRemote {
  /** Bytes that it could send. */
  sent = 0;
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const isList = request.method === 'GET';
      const type = isList ? 'advertisement' : 'result';
      response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${type}` });
      if (isList) return void response.end(advertisement);
      request.resume();
      response.write(pkt('NAK\n'));
      // A million files: git makes room for all that are announced.
      response.write(banded(Buffer.from('PACK\0\0\0\x02\0\x10\0\0', 'latin1')));
      this.send(response);
    });
  }

  static async start(): Promise<EndlessRemote> {
    const remote = new EndlessRemote();
    await new Promise<void>((done) => remote.server.listen(0, '127.0.0.1', done));
    return remote;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/r.git`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private send(response: ServerResponse): void {
    if (response.destroyed) return;
    const packet = banded(file());
    this.sent += packet.length;
    const more = (): void => this.send(response);
    if (response.write(packet)) setImmediate(more);
    else response.once('drain', more);
  }
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pkt, zero } from '../git-world.fixture.js';

/** A server at the other side, as a test wants it. */
export class HostileRemote {
  readonly asked: { url: string; authorization: string | undefined }[] = [];
  private readonly server: Server;

  constructor(answer: RequestListener) {
    this.server = createServer((request, response) => {
      this.asked.push({ url: request.url ?? '', authorization: request.headers.authorization });
      answer(request, response);
    });
  }

  static async during<T>(answer: RequestListener, work: (remote: HostileRemote) => Promise<T>): Promise<T> {
    const remote = new HostileRemote(answer);
    await new Promise<void>((resolve) => remote.server.listen(0, '127.0.0.1', resolve));
    try {
      return await work(remote);
    } finally {
      remote.server.closeAllConnections();
      await new Promise((resolve) => remote.server.close(resolve));
    }
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/r.git`;
  }
}

/** Advertises one branch by the oldest protocol. */
export const advertisement = (id: string): string =>
  `${pkt('# service=git-upload-pack\n')}0000` +
  `${pkt(`${id} HEAD\0side-band-64k ofs-delta symref=HEAD:refs/heads/main agent=git/2\n`)}` +
  `${pkt(`${id} refs/heads/main\n`)}0000`;

/** Says by the oldest protocol that there is nothing. */
export const emptyAdvertisement = `${pkt('# service=git-upload-pack\n')}0000${pkt(`${zero} capabilities^{}\0agent=git/2\n`)}0000`;

export const asksForRefs = ({ method }: IncomingMessage): boolean => method === 'GET';

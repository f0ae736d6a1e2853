import { readFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { ByteAuthority } from '@holdfast/platform/testing';
import { access } from '../system.js';

/** What stands before the installation as a balancer does: speaks TLS with clients, and hands on what they say. */
export class SecureFront {
  private constructor(
    private readonly server: Server,
    /** The file with the certificate of who has signed its own. */
    readonly authority: string,
  ) {}

  static async start(): Promise<SecureFront> {
    const { cert, key, ca } = new ByteAuthority().issue('DNS:127.0.0.1');
    const { hostname, port } = new URL(access.site_url);
    const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (near) => {
      const far = connect(Number(port || 80), hostname);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return new SecureFront(server, ca);
  }

  /** An address of the installation, through this front. */
  over(url: string): string {
    return `https://127.0.0.1:${(this.server.address() as AddressInfo).port}${new URL(url).pathname}`;
  }

  end(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}

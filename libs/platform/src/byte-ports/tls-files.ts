import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';

/** So often files are looked at (ms). */
const looking = 1_000;

/** Paths of PEM files, by the option of TLS that is in them. */
export type TlsPaths = Readonly<{ cert: string; key: string; ca?: string }>;

/**
 * What a door shows, from files that may be replaced at any time, as mounted secrets and renewed certificates are: new
 * connections use what they hold then. While they do not fit together, what was there before is used.
 */
export class TlsFiles {
  private looked = 0;
  private seen = '';
  private read!: { context: SecureContext; options: SecureContextOptions };
  private fault = '';

  /**
   * `fixed`: options that stand in no file; `log` hears once of files that cannot be used. @throws Error where they
   * cannot be used at first
   */
  constructor(
    private readonly files: TlsPaths,
    private readonly fixed: SecureContextOptions,
    private readonly log: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.seen = this.look();
    this.readAll();
    this.looked = now();
  }

  /** For a new connection. */
  get context(): SecureContext {
    this.renew();
    return this.read.context;
  }

  /** For a server. */
  get options(): SecureContextOptions {
    this.renew();
    return this.read.options;
  }

  /** Tells a server when the files were replaced, as long as it runs. Answers how to end that. */
  follow(server: { setSecureContext(options: SecureContextOptions): void }): () => void {
    let known = this.read.options;
    const timer = setInterval(() => {
      const { options } = this;
      if (options === known) return;
      known = options;
      server.setSecureContext(options);
    }, looking).unref();
    return () => clearInterval(timer);
  }

  private renew(): void {
    if (this.now() - this.looked < looking) return;
    this.looked = this.now();
    try {
      const seen = this.look();
      if (seen === this.seen) return;
      this.readAll();
      this.seen = seen;
      this.fault = '';
    } catch (error) {
      const fault = String(error);
      if (fault !== this.fault) this.log(error);
      this.fault = fault;
    }
  }

  private look(): string {
    return Object.values(this.files)
      .map((path: string) => statSync(path))
      .map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`)
      .join('\n');
  }

  private readAll(): void {
    const { cert, key, ca } = this.files;
    const pair = { cert: readFileSync(cert), key: readFileSync(key) };
    const options: SecureContextOptions = {
      ...pair,
      ...(ca !== undefined && { ca: readFileSync(ca) }),
      ...this.fixed,
    };
    const context = createSecureContext(options);
    // A context takes a certificate and a key of different kinds, RSA and EC, and refuses all handshakes then.
    if (!new X509Certificate(pair.cert).checkPrivateKey(createPrivateKey(pair.key)))
      throw new Error('the key is not that of the certificate');
    this.read = { context, options };
  }
}

import { readFileSync, statSync } from 'node:fs';
import { createSecureContext, type SecureContext, type SecureContextOptions } from 'node:tls';

/** Paths of PEM files: who one is, and who signs for those that one speaks with. */
export interface ByteTlsFiles {
  cert: string;
  key: string;
  ca: string;
}

/** @throws Error where only some of them are set */
export const byteTlsFilesOf = (files: { [Name in keyof ByteTlsFiles]: string | undefined }):
  ByteTlsFiles | undefined => {
  const { cert, key, ca } = files;
  if (cert && key && ca) return { cert, key, ca };
  if (!cert && !key && !ca) return undefined;
  throw new Error(
    'HOLDFAST_BYTES_TLS_CERT, HOLDFAST_BYTES_TLS_KEY and HOLDFAST_BYTES_TLS_CA must be set together',
  );
};

/** So often files are looked at (ms). */
const looking = 1_000;
/** Version 1.2 is for nobody: both sides are ours. */
const version = { minVersion: 'TLSv1.3' } as const;

/**
 * Who this process is where bytes are served. The files may be replaced at any time, as mounted secrets are: new
 * connections use what they hold then. While they do not fit together, what was there before is used.
 */
export class ByteTls {
  private looked = 0;
  private seen = '';
  private options: SecureContextOptions = {};
  private context!: SecureContext;
  private fault = '';

  /** `log` hears once of files that cannot be used. @throws Error where they cannot be used at first */
  constructor(
    private readonly files: ByteTlsFiles,
    private readonly log: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.seen = this.look();
    this.read();
    this.looked = now();
  }

  /** For a new connection. */
  get client(): SecureContext {
    this.renew();
    return this.context;
  }

  /** For a server, whose clients have to show a certificate, too. */
  get server(): SecureContextOptions & { requestCert: true; rejectUnauthorized: true } {
    this.renew();
    return { ...this.options, requestCert: true, rejectUnauthorized: true };
  }

  /** Tells a server when the files were replaced, as long as it runs. Answers how to end that. */
  follow(server: { setSecureContext(options: SecureContextOptions): void }): () => void {
    let known = this.context;
    const timer = setInterval(() => {
      this.renew();
      if (this.context === known) return;
      known = this.context;
      server.setSecureContext(this.options);
    }, looking).unref();
    return () => clearInterval(timer);
  }

  private renew(): void {
    if (this.now() - this.looked < looking) return;
    this.looked = this.now();
    try {
      const seen = this.look();
      if (seen === this.seen) return;
      this.read();
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

  private read(): void {
    const { cert, key, ca } = this.files;
    const options = { cert: readFileSync(cert), key: readFileSync(key), ca: readFileSync(ca), ...version };
    this.context = createSecureContext(options);
    this.options = options;
  }
}

import type { SecureContext, SecureContextOptions } from 'node:tls';
import { TlsFiles } from './tls-files.js';

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

/** Version 1.2 is for nobody: both sides are ours. */
const version = { minVersion: 'TLSv1.3' } as const;

/** Who this process is where bytes are served, by files that may be replaced at any time. */
export class ByteTls {
  private readonly current: TlsFiles;

  /** `log` hears once of files that cannot be used. @throws Error where they cannot be used at first */
  constructor(files: ByteTlsFiles, log: (error: unknown) => void, now?: () => number) {
    this.current = new TlsFiles(files, version, log, now);
  }

  /** For a new connection. */
  get client(): SecureContext {
    return this.current.context;
  }

  /** For a server, whose clients have to show a certificate, too. */
  get server(): SecureContextOptions & { requestCert: true; rejectUnauthorized: true } {
    return { ...this.current.options, requestCert: true, rejectUnauthorized: true };
  }

  /** Tells a server when the files were replaced, as long as it runs. Answers how to end that. */
  follow(server: { setSecureContext(options: SecureContextOptions): void }): () => void {
    return this.current.follow(server);
  }
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Paths of PEM files. */
interface MadeFiles {
  cert: string;
  key: string;
  ca: string;
}

/** An authority for byte ports, made by openssl for a test. */
export class ByteAuthority {
  private readonly directory = mkdtempSync(join(tmpdir(), 'hf-authority-'));

  /** `keys`: of which kind all keys are. */
  constructor(private readonly keys: 'ec' | 'rsa' = 'ec') {
    this.openssl('ca', 'authority', []);
  }

  /** A certificate for these (`DNS:a`, `IP:127.0.0.2`), and its key. */
  issue(...subjects: string[]): MadeFiles {
    const name = subjects.join('-').replace(/[^a-zA-Z0-9-]/g, '_');
    const signed = ['-CA', this.path('ca.pem'), '-CAkey', this.path('ca.key')];
    this.openssl(name, 'part', [...signed, '-addext', `subjectAltName=${subjects.join(',')}`]);
    return { cert: this.path(`${name}.pem`), key: this.path(`${name}.key`), ca: this.path('ca.pem') };
  }

  private openssl(name: string, subject: string, more: string[]): void {
    const size = this.keys === 'ec' ? 'ec_paramgen_curve:P-256' : 'rsa_keygen_bits:2048';
    const kind = ['-newkey', this.keys, '-pkeyopt', size, '-nodes', '-days', '2'];
    const made = ['-keyout', this.path(`${name}.key`), '-out', this.path(`${name}.pem`)];
    execFileSync('openssl', ['req', '-x509', ...kind, ...made, '-subj', `/CN=${subject}`, ...more], {
      stdio: 'ignore',
    });
  }

  private path(file: string): string {
    return join(this.directory, file);
  }
}

/** Puts other files in the place of some, each as a whole. */
export const replaceFiles = (files: MadeFiles, by: MadeFiles): void => {
  for (const name of ['cert', 'key', 'ca'] as const) {
    copyFileSync(by[name], `${files[name]}.new`);
    renameSync(`${files[name]}.new`, files[name]);
  }
};

import { hkdfSync } from 'node:crypto';
import { hmacSha256, isJsonObject, sameText } from '@holdfast/kernel';

/** What a pass allows, for an hour: the requests of one purpose, to one repository. */
export interface Pass {
  /** Id of the company, as in the address. */
  company: string;
  /** The SSH key that asked for it. While it is its account's key, the pass is worth what that account may do. */
  fingerprint: string;
  kind: string;
  /** Uuid. */
  repository: string;
  /** What it was given for: one of the kind's `passes`. */
  word: string;
  /** Milliseconds since the epoch. */
  expires: number;
}

/** Seconds. */
export const passLifetime = 3_600;

const form = /^bearer +hfp\.([A-Za-z0-9_-]{1,1500})\.([0-9a-f]{64}) *$/i;

/**
 * Passes are texts that this installation has sealed: nothing of them is stored. The secret is made out of the private
 * host keys of the SSH door, by which alone passes are given, and which all replicas share.
 */
export class Passes {
  private readonly secrets: readonly Buffer[];

  constructor(hostKeys: readonly Uint8Array[]) {
    this.secrets = hostKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'holdfast pass 1', 32)));
  }

  /** The value of the header `Authorization` that presents it. */
  give(pass: Pass): string {
    const text = Buffer.from(JSON.stringify(pass)).toString('base64url');
    return `Bearer hfp.${text}.${hmacSha256(this.secrets[0], text)}`;
  }

  /** The pass that a header presents; undefined: it is none of ours, or is over. */
  read(header: string, now = Date.now()): Pass | undefined {
    const [, text, seal] = form.exec(header) ?? [];
    if (text === undefined) return undefined;
    const isOurs = this.secrets.filter((secret) => sameText(hmacSha256(secret, text), seal)).length > 0;
    const pass = isOurs ? passIn(text) : undefined;
    return pass && pass.expires > now ? pass : undefined;
  }
}

/** What the header presents is a pass, good or not. */
export const presentsPass = (header: string | undefined): boolean => /^bearer /i.test(header ?? '');

const passIn = (text: string): Pass | undefined => {
  const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (!isJsonObject(value)) return undefined;
  const { company, fingerprint, kind, repository, word, expires } = value;
  if (typeof company !== 'string' || typeof fingerprint !== 'string' || typeof kind !== 'string')
    return undefined;
  if (typeof repository !== 'string' || typeof word !== 'string' || typeof expires !== 'number')
    return undefined;
  return { company, fingerprint, kind, repository, word, expires };
};

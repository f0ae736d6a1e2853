import { createHash } from 'node:crypto';
import { loopShare } from '@holdfast/kernel';
import { isSshSignature, lookAtSignature } from '@holdfast/platform/ssh-keys';
import type { Commit } from '@holdfast/vcs-spi';
import { LRUCache } from 'lru-cache';

export type Signed = Pick<Commit, 'signature'>;

/** A signature before it is known whose key made it; a string: what is wrong with it. */
export type Looked = { readonly fingerprint: string } | 'invalid' | 'unsupported';

/** So many are remembered, of 300 bytes each. */
const mostKept = 20_000;
/** So many are checked at a time for one who asks. */
const atOnce = 4;

/**
 * What signatures say. It never changes, so it is remembered: a key of a large curve alone takes a millisecond to be
 * read, and a page has up to 1,000 of them.
 */
export class LookedSignatures {
  private readonly known = new LRUCache<string, Looked>({ max: mostKept });

  constructor(private readonly look = lookAtSignature) {}

  /** In the order of the commits; undefined for those without one. Others have the event loop in between. */
  async of(commits: readonly Signed[]): Promise<(Looked | undefined)[]> {
    const looked: (Looked | undefined)[] = [];
    for (let at = 0; at < commits.length; at += atOnce) {
      looked.push(...(await Promise.all(commits.slice(at, at + atOnce).map((each) => this.one(each)))));
      if (loopShare.isOver) await loopShare.pass();
    }
    return looked;
  }

  private async one({ signature }: Signed): Promise<Looked | undefined> {
    if (!signature) return undefined;
    const { text, namespace, signed } = signature;
    if (!isSshSignature(text) || !signed) return 'unsupported';
    const content = Buffer.from(signed, 'latin1');
    const key = createHash('sha256')
      .update(JSON.stringify([text, namespace]))
      .update(content)
      .digest('base64');
    const known = this.known.get(key);
    if (known) return known;
    const found = await this.look(text, content, namespace);
    const looked = !found ? 'unsupported' : found.isRight ? { fingerprint: found.fingerprint } : 'invalid';
    this.known.set(key, looked);
    return looked;
  }
}

import type { SshKeyHolder } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { log, ofRequest } from '@holdfast/platform/observability';
import { publicKeyOf } from '@holdfast/platform/ssh-keys';
import type { PublicKeyAuthContext } from 'ssh2';
import type { Sessions } from '../session/sessions.js';
import { KeyHolders } from './key-holders.js';

/** A key that accounts have, and that a client has shown. */
export interface KnownKey {
  fingerprint: string;
  holders: SshKeyHolder[];
  /** The client has signed with it; else it only asks whether it should. */
  isProved: boolean;
}

/**
 * The login of one connection: by a public key, under the one user name. Whose it is shows with the address of the
 * repository; here it is only asked whether it is anybody's.
 */
export class KeyLogin {
  /** A client shows a key and then signs with it: one question for both. */
  private readonly holders: KeyHolders;

  constructor(
    private readonly sessions: Sessions,
    private readonly user: string,
  ) {
    this.holders = new KeyHolders(sessions);
  }

  /** Undefined: refused. */
  async of(asked: PublicKeyAuthContext, ctx: CallContext): Promise<KnownKey | undefined> {
    const { username, key: shown, signature, blob, hashAlgo: hash } = asked;
    const key = username === this.user ? publicKeyOf(shown.algo, shown.data) : undefined;
    if (!key) return undefined;
    const { fingerprint } = key;
    const holders = await this.holdersOf(fingerprint, ctx);
    // Nobody makes us check signatures with a key that he has made up.
    if (holders.length === 0) return undefined;
    const isProved = signature !== undefined && blob !== undefined;
    if (isProved && !(await key.verifies({ blob, signature, ...(hash === undefined ? {} : { hash }) }))) {
      // As with passwords, it is counted before it is answered: who is told no finds it counted.
      await this.sessions.refuseSshKey(fingerprint, ctx);
      return undefined;
    }
    return { fingerprint, holders, isProved };
  }

  /** Something has changed: whose keys are is asked anew. */
  forget(): void {
    this.holders.forget();
  }

  private async holdersOf(fingerprint: string, ctx: CallContext): Promise<SshKeyHolder[]> {
    try {
      return await this.holders.of(fingerprint, ctx);
    } catch (error) {
      log.warn({ err: error, ...ofRequest(ctx) }, 'nobody can say whose SSH key this is');
      return [];
    }
  }
}

import { hash, randomBytes } from 'node:crypto';
import {
  identityCalls,
  identityFeed,
  type Authenticated,
  type CallSubject,
  type HeldSshKeys,
  type SshKeyHolders,
  type Authenticate,
  type VerifyPassword,
} from '@holdfast/contracts';
import { entriesUpTo, hmacSha256, sha256, shareOf, type CallContext, type Principal } from '@holdfast/kernel';
import { log, ofRequest } from '@holdfast/platform/observability';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { keysOf } from './authorization-header.js';
import { basicCredentials } from './basic-credentials.js';
import type { InvalidatingCache } from './invalidating-cache.js';
import { revocable } from './revocable.js';
import { accountTag, companyTag, sessionTag } from './revoked.js';
import { TriedPasswords, type Try } from './tried-passwords.js';

interface Known {
  principal: Principal;
}

/** Good credentials. `by`: the try of a password that they were. */
interface Shown {
  key: string;
  by: Try | undefined;
}

/** Turns credentials into principals; remembers the valid ones until identity says that something changed. */
@Injectable()
export class Sessions {
  private readonly known: InvalidatingCache<Known>;
  /** Credentials are remembered under a digest that is worth nothing outside this process. */
  private readonly pepper = randomBytes(32).toString('hex');
  /** What a header was found to be, by a digest of it: clients send the same one with each request. */
  private readonly shown = new LRUCache<string, Shown>(entriesUpTo(10_000));
  private readonly tried = new TriedPasswords();

  constructor(private readonly rpc: Rpc) {
    this.known = revocable('sessions', rpc, [identityFeed]);
  }

  /** The principal of an Authorization header's two keys; undefined: 401. */
  async byKeys(header: string | undefined, ctx: CallContext): Promise<Principal | undefined> {
    const keys = header === undefined ? undefined : keysOf(header);
    if (!keys) return undefined;
    const asked: Authenticate = { companyKey: keys.companyKey, accountKeyHash: sha256(keys.accountKey) };
    return this.find(`${asked.companyKey}\0${asked.accountKeyHash}`, identityCalls.authenticate, ctx, asked);
  }

  /** The principal of Basic credentials at a byte door of the company with this id; undefined: 401. */
  async byBasic(
    company: string,
    header: string | undefined,
    ctx: CallContext,
  ): Promise<Principal | undefined> {
    const text = hash('sha256', JSON.stringify([this.pepper, company, ctx.address, header]), 'base64url');
    const shown = this.shown.get(text);
    if (shown && (!shown.by || this.tried.isLast(shown.by))) {
      const known = this.known.kept(shown.key);
      if (known) return known.principal;
    }
    const credentials = basicCredentials(header);
    if (!credentials) return undefined;
    const { login, password } = credentials;
    // Keys have small digits. Of a password in their form nobody could say which of both it is.
    const secret = /^[0-9a-f]{32}$/i.test(password) ? { keyHash: sha256(password) } : { password };
    const asked: VerifyPassword = { company, login, ...secret };
    // Nobody guesses a key.
    const by =
      'password' in secret ? this.tried.of({ company, login, address: ctx.address }, password) : undefined;
    const key = hmacSha256(this.pepper, JSON.stringify([company, login, password, by?.number ?? 0]));
    const principal = await this.find(key, identityCalls.verifyPassword, ctx, asked);
    if (principal) this.shown.set(text, { key, by });
    return principal;
  }

  /**
   * The principal of a key that its client has proved to own, at a door of the company with this id; undefined: none.
   */
  bySshKey(company: string, fingerprint: string, ctx: CallContext): Promise<Principal | undefined> {
    const key = `ssh\0${company}\0${fingerprint}`;
    return this.find(key, identityCalls.verifySshKey, ctx, { company, fingerprint });
  }

  /** Who has the key, in any company. Not remembered: it is asked once for a connection. */
  holdersOf(fingerprint: string, ctx: CallContext): Promise<SshKeyHolders> {
    return this.rpc.call(identityCalls.sshKeyHolders, ctx, { fingerprint });
  }

  /** The same of 200 keys at most, of connections that have logged in. */
  holdersNow(fingerprints: string[], ctx: CallContext): Promise<HeldSshKeys> {
    return this.rpc.call(identityCalls.heldSshKeys, ctx, { fingerprints });
  }

  /** Notes that somebody has shown the key who does not own it. Never fails. */
  async refuseSshKey(fingerprint: string, ctx: CallContext): Promise<void> {
    try {
      await this.rpc.call(identityCalls.refuseSshKey, ctx, { fingerprint });
    } catch (error) {
      log.warn({ err: error, ...ofRequest(ctx) }, 'a refused SSH key was not noted');
    }
  }

  private async find<Asked>(
    key: string,
    subject: CallSubject<Asked, Authenticated>,
    ctx: CallContext,
    asked: Asked,
  ): Promise<Principal | undefined> {
    const load = async (): Promise<Known | undefined> => {
      const { principal } = await this.rpc.call(subject, ctx, asked);
      return principal && { principal };
    };
    // Who is known already asks in his turn: nobody who asks in none waits for that.
    const asker = ctx.principal ? shareOf(ctx.principal) : '';
    return (await this.known.get(key, load, tagsOf, asker))?.principal;
  }
}

const tagsOf = ({ principal }: Known): string[] => [
  companyTag(principal.company.uuid),
  accountTag(principal.account.uuid),
  ...(principal.session ? [sessionTag(principal.session)] : []),
];

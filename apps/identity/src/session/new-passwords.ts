import { actor, type CallContext } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../account/password-hasher.js';
import { CallersNow } from './callers-now.js';

/** Passwords that somebody sets who is known by his keys. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly passwords: PasswordHasher,
    private readonly callers: CallersNow,
  ) {}

  /** Hashing has to wait for its turn: who lost meanwhile what he was let in with changes nothing any more. */
  async hashed(ctx: CallContext, password: string): Promise<string> {
    const hash = await this.passwords.hash(ctx, password);
    await this.callers.confirm(actor(ctx));
    return hash;
  }
}

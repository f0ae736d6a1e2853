import { hmacSha256 } from '@holdfast/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { identityEnv, type IdentityEnv } from '../identity.env.js';

/** Company keys are derived, not stored: 128 bits as 32 hex digits. Alone they authenticate nothing. */
@Injectable()
export class CompanyKeys {
  constructor(@Inject(identityEnv) private readonly env: IdentityEnv) {}

  of(company: { uuid: string; keyVersion: number }): string {
    return hmacSha256(this.env.secret, `${company.uuid}:${company.keyVersion}`).slice(0, 32);
  }
}

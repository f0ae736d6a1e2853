import type { Principal } from '@holdfast/kernel';

/** Keys of the Authorization header; the account key travels as its SHA-256 only. */
export interface Authenticate {
  companyKey: string;
  accountKeyHash: string;
}

/** Undefined: the keys authenticate nobody. */
export interface Authenticated {
  principal?: Principal;
}

/** Basic credentials at a byte door of the company with this id. */
export interface VerifyPassword {
  company: string;
  login: string;
  /** The password, or `keyHash` where 32 hex digits were sent (an account key in place of the password). */
  password?: string;
  keyHash?: string;
}

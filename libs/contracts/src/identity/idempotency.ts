import { call, subjectsOf } from '../kit/internal-call.js';

/**
 * Calls with which gateways keep the answers of idempotent retries; scoped by the caller's account and the operation.
 */
export const idempotencyDeclared = {
  claim: call<IdempotencyClaim, IdempotencyAnswer>('identity.idempotency.claim.v1', ['gateway']),
  renew: call<IdempotencyClaim, void>('identity.idempotency.renew.v1', ['gateway']),
  finish: call<IdempotencyFinish, void>('identity.idempotency.finish.v1', ['gateway']),
  release: call<IdempotencyClaim, void>('identity.idempotency.release.v1', ['gateway']),
};

/** The subjects of these calls. */
export const idempotencyCalls = subjectsOf(idempotencyDeclared);

export interface IdempotencyClaim {
  operation: string;
  /** SHA-256 of the client's key. */
  key: string;
  /** SHA-256 of path and body: the same key with another request is refused. Identity keeps it keyed. */
  request: string;
}

/**
 * `mine`: nobody used the key, the caller goes on and finishes or releases it. `kept`: the answer of the first
 * request; its body is empty where it had a secret. `other`: the key was used with another request. `busy`: the first
 * request is still under way.
 */
export type IdempotencyAnswer =
  | { state: 'mine' }
  | { state: 'kept'; status: number; body: string }
  | { state: 'other' }
  | { state: 'busy' };

export interface IdempotencyFinish extends IdempotencyClaim {
  status: number;
  body: string;
}

/** Calls with which gateways keep the answers of idempotent retries; scoped by the caller's account and the operation. */
export const idempotencyCalls = {
  claim: 'identity.idempotency.claim.v1',
  finish: 'identity.idempotency.finish.v1',
  release: 'identity.idempotency.release.v1',
} as const;

export interface IdempotencyClaim {
  operation: string;
  /** SHA-256 of the client's key. */
  key: string;
  /** SHA-256 of path and body: the same key with another request is refused. */
  request: string;
}

/**
 * `mine`: nobody used the key, the caller goes on and finishes or releases it. `kept`: the answer of the first
 * request. `other`: the key was used with another request. `busy`: the first request is still under way.
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

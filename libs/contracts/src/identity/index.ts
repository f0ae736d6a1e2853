export * from './objects.js';
export * from './account/account.object.js';
export * from './events.js';
export * from './idempotency.js';
export * from './internal.js';
export type * from './ssh-login.js';
export * from './standing.js';
export * from './storage.js';
export * from './storage-ledger.js';

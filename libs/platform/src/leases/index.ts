export * from './lease.js';
export * from './lease.rules.js';
export * from './ledger-rooms.js';
export * from './storage-rounds.js';

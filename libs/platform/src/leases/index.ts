export * from './lease.js';
export * from './lease.rules.js';
export * from './storage-rounds.js';

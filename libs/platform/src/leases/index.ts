export * from './lease.js';
export * from './lease.rules.js';

export * from './audit-outbox.entity.js';
export * from './audit-outbox.js';
export * from './audit-record.store.js';
export * from './audited.js';
export * from './change-turns.js';
export * from './performed.js';
export * from './still-allowed.js';

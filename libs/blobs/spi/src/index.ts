export * from './blob-errors.js';
export * from './blob-store.js';

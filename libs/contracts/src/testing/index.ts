export * from './keepsake.operations.js';
export * from './thing.js';
export * from './throw-away.js';

export * from './keepsake.operations.js';
export * from './throw-away.js';

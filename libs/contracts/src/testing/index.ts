export * from './milestone.operations.js';
export * from './throw-away.js';

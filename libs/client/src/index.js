export * from './client.js';
export * from './generated/objects.js';
export * from './generated/operations.js';

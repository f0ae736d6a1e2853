export * from './objects.js';
export * from './internal.js';
export * from './events.js';

export * from './objects.js';
export * from './internal.js';
export * from './events.js';
export * from './repository-path.js';

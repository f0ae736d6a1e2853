export * from './objects.js';
export * from './ref/ref.events.js';
export * from './repository/repository.events.js';
export * from './internal.js';
export * from './events.js';

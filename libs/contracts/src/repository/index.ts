export * from './objects.js';
export * from './internal.js';
export * from './read-permit.js';
export * from './events.js';
export type * from './care.js';
export type * from './filling.js';
export type * from './jobs.js';
export * from './repository/remote-attributes.js';
export * from './repository-path.js';

export * from './directory-size.js';
export * from './push.rules.js';
export type * from './ref-snapshot.js';
export type * from './vcs-commands.js';
export type * from './vcs-engine.js';
export type * from './vcs-http.js';
export type * from './vcs-kind.js';
export type * from './vcs-kind-entry.js';
export * from './vcs-refusal.js';

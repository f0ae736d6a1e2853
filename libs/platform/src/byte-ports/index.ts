export * from './byte-peers.js';
export * from './byte-place.js';
export * from './peer-rule.js';

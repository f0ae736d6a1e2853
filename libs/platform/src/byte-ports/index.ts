export * from './byte-peers.js';
export * from './byte-place.js';
export * from './byte-server.js';
export * from './byte-tls.js';
export * from './discard.js';
export * from './peer-request.js';
export * from './peer-rule.js';
export * from './tls-files.js';

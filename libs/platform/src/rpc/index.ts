export * from './rpc.js';
export * from './wire.js';
export * from './lines.js';

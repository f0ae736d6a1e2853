export * from './delivery.js';
export * from './hearing.js';
export * from './jet-stream.js';
export * from './lines.js';
export * from './node-place.js';
export * from './rpc.js';
export * from './wire.js';

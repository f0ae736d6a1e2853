export * from './rpc.js';
export * from './wire.js';

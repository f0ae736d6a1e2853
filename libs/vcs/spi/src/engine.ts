/** What engines are made of: programs that they run, and clients that they wait for. */
export * from './process/child-processes.js';
export * from './process/orphans.js';
export * from './process/resident-program.js';
export * from './content/archive-head.js';
export * from './content/file-head.js';
export * from './transfer/body-failure.js';
export * from './transfer/disk-full.js';
export * from './transfer/local-engine.js';
export * from './transfer/push-room.js';
export * from './transfer/refused-answer.js';
export * from './transfer/request-body.js';
export * from './transfer/silence-deadline.js';
export * from './transfer/standing.js';
export * from './transfer/transfer-client.js';
export * from './transfer/transfer-turns.js';
export * from './transfer/work-deadline.js';

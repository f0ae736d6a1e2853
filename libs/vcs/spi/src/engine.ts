/** What engines are made of: programs that they run, and clients that they wait for. */
export * from './process/child-processes.js';
export * from './process/orphans.js';
export * from './process/resident-program.js';
export * from './transfer/body-failure.js';
export * from './transfer/silence-deadline.js';
export * from './transfer/standing.js';
export * from './transfer/transfer-client.js';
export * from './transfer/transfer-turns.js';
export * from './transfer/work-deadline.js';

export * from './background-queue.js';
export * from './end-with.js';
export * from './faults.js';
export * from './rounds.js';
export * from './supervised.js';

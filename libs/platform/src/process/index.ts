export * from './background-queue.js';
export * from './end-with.js';
export * from './faults.js';
export * from './supervised.js';

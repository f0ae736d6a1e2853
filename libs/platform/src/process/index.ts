export * from './background-queue.js';
export * from './end-with.js';
export * from './supervised.js';

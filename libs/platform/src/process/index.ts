export * from './background-queue.js';
export * from './end-with.js';
export * from './spent-buffers.js';
export * from './supervised.js';

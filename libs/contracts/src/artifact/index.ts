export * from './objects.js';
export * from './blob-move/blob-move.js';
export * from './file/file-calls.js';

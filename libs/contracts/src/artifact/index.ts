export * from './objects.js';
export * from './file/file-calls.js';

export * from './file/file-calls.js';

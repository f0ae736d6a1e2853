export * from './blob-errors.js';
export * from './blob-store.js';
export * from './paired/paired-blob-store.js';
export { PairedReader } from './paired/paired-reader.js';

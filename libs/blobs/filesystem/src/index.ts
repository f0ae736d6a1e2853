export { FilesystemBlobReader } from './filesystem-blob-reader.js';
export { FilesystemBlobStore } from './filesystem-blob-store.js';

export { S3BlobStore } from './s3-blob-store.js';
export { S3Objects } from './s3-objects.js';
export { S3Reader } from './s3-reader.js';
export { s3Place, type S3Credentials, type S3Place } from './s3-place.js';

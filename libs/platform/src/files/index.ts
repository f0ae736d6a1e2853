export * from './directory-listing.js';
export * from './sync-directory.js';
export * from './unless-gone.js';
export { FilesBelow, NotBelow } from '@holdfast/kernel';

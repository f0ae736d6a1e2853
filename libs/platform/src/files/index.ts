export * from './directory-listing.js';
export * from './sync-directory.js';
export { FilesBelow, NotBelow, unlessGone } from '@holdfast/kernel';

export * from './directory-listing.js';
export { FilesBelow, NotBelow, syncPath, unlessGone } from '@holdfast/kernel';

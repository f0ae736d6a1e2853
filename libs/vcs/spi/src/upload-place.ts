import { join } from 'node:path';

/** Where a file lies from which a repository is to be filled, until that is over. */
export const uploadIn = (directory: string): string => join(directory, 'incoming.upload');

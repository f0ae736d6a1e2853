import { join } from 'node:path';
import { isThere } from '@holdfast/vcs-spi/engine';

/** Whether a repository has versions that hold up others where they are read: the program has left a mark there. */
export const isHeavy = (directory: string): Promise<boolean> =>
  isThere(join(directory, '.hg/cache/holdfast-heavy'));

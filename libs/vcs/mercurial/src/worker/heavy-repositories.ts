import { access } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a repository has versions that hold up others where they are read: the program has left a mark there. */
export const isHeavy = (directory: string): Promise<boolean> =>
  access(join(directory, '.hg/cache/holdfast-heavy')).then(
    () => true,
    () => false,
  );

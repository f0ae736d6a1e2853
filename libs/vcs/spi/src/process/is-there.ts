import { access, constants } from 'node:fs/promises';

/** Whether there is a file or directory of this path, and we may use it so (`constants` of the file system). */
export const isThere = (path: string, mode: number = constants.F_OK): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

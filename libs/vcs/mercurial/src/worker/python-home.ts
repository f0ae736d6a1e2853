import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where Mercurial is found: with the Python of the system, or as a directory of modules beside a directory of programs. */
export interface PythonHome {
  readonly modules?: string;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (about) => about.isFile(),
    () => false,
  );

/**
 * Looks along a search path: `<directory>/hg` of a Python environment of its own has the modules beside its directory.
 * @throws Error where there is no hg
 */
export const findMercurial = async (searchPath: string): Promise<PythonHome> => {
  for (const directory of searchPath.split(':').filter((each) => each.startsWith('/'))) {
    if (!(await isFile(join(directory, 'hg')))) continue;
    const modules = dirname(directory);
    return (await isFile(join(modules, 'mercurial/hg.py'))) ? { modules } : {};
  }
  throw new Error('Mercurial is missing: tools/setup installs it where Python has pip');
};

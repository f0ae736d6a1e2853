import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where Mercurial is found: its Python, and the directory of its modules where that does not know them. */
export interface PythonHome {
  readonly program: string;
  readonly modules?: string;
}

/** The first line of a program of Python says which Python it was installed for. */
const firstLine = /^#!(\/[^\s\0]*python[\d.]*)\s/;

/**
 * Looks along a search path: `<directory>/hg` of a Python environment of its own has the modules beside its directory.
 * @throws Error where there is no hg
 */
export const findMercurial = async (searchPath: string): Promise<PythonHome> => {
  for (const directory of searchPath.split(':').filter((each) => each.startsWith('/'))) {
    const head = await beginningOf(join(directory, 'hg'));
    if (head === undefined) continue;
    const program = firstLine.exec(head)?.[1] ?? 'python3';
    const modules = dirname(directory);
    return (await isFile(join(modules, 'mercurial/hg.py'))) ? { program, modules } : { program };
  }
  throw new Error('Mercurial is missing: tools/setup installs it where Python has pip');
};

const beginningOf = async (path: string): Promise<string | undefined> => {
  const file = await open(path).catch(() => undefined);
  try {
    const read = await file?.read(Buffer.alloc(200), 0, 200, 0);
    return read?.buffer.toString('latin1', 0, read.bytesRead);
  } catch {
    return undefined; // a directory
  } finally {
    await file?.close();
  }
};

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (about) => about.isFile(),
    () => false,
  );

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Of the app whose program this process runs, by the package beside its directory; absent: it says none. */
export const processVersion = async (program = process.argv[1]): Promise<string | undefined> => {
  try {
    const told: unknown = JSON.parse(await readFile(join(dirname(program), '../package.json'), 'utf8'));
    const { version } = told as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    return undefined;
  }
};

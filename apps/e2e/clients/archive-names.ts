import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratch } from '../scratch.js';
import { run } from './program.js';

const reader = [
  'import sys, tarfile, zipfile',
  'f = sys.argv[1]',
  'z = zipfile.is_zipfile(f)',
  'n = zipfile.ZipFile(f).namelist() if z else [m.name for m in tarfile.open(f) if not m.isdir()]',
  'print("\\n".join(sorted(x for x in n if not x.endswith("/"))))',
].join('\n');

/** The paths of the files in an archive (`zip`, or `tar` compressed in some way), sorted, as a usual program reads. */
export const archiveNames = async (bytes: Buffer): Promise<string[]> => {
  const directory = await scratch();
  const file = join(directory, 'archive');
  await writeFile(file, bytes);
  const { status, output, stdout } = await run('python3', ['-c', reader, file], { cwd: directory });
  if (status !== 0) throw new Error(`no archive: ${output}`);
  return stdout.trim().split('\n');
};

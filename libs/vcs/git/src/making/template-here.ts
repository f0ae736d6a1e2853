import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitProcesses } from '../process/git-processes.js';
import type { RepositoryTemplate } from './new-repository.js';

/** Lets this machine's git say what a new repository looks like. */
export const templateHere = async (
  processes: GitProcesses,
  stateDirectory: string,
): Promise<RepositoryTemplate> => {
  const sample = join(stateDirectory, `template-${process.pid}.git`);
  await mkdir(stateDirectory, { recursive: true });
  const made = await processes.run({
    command: 'init',
    flags: ['--quiet', '--bare', '--template=', '--object-format=sha1'],
    values: [sample],
  });
  const { stdout } = await processes.run({ command: 'version' });
  try {
    if (made.code !== 0) throw new Error(`git init failed: ${made.stderr.trim()}`);
    return {
      version: stdout.trim().replace(/^git version /, ''),
      config: await readFile(join(sample, 'config'), 'utf8'),
    };
  } finally {
    await rm(sample, { recursive: true, force: true });
  }
};

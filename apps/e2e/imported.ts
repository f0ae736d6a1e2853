import { join } from 'node:path';
import { must } from './clients/api.js';
import { run, type Ended, type ProgramOptions } from './clients/program.js';
import { eventually } from './scratch.js';
import { home, toolsDirectory } from './system.js';
import type { Person, ProjectAt, RepositoryAt } from './world.js';

/** What a repository says of its import. */
export interface Import {
  state: string;
  progress: number;
  error: string | null;
}

export const importOf = async (admin: Person, at: RepositoryAt): Promise<Import> =>
  (await must(admin.api.get(at.path))).import as Import;

/** The import of a repository, once it has come to an end. */
export const endedImport = (admin: Person, at: RepositoryAt, milliseconds?: number): Promise<Import> =>
  eventually(async () => {
    const now = await importOf(admin, at);
    return now.state === 'done' || now.state === 'failed' ? now : undefined;
  }, milliseconds);

/** The operator has a repository filled, from a file or, where that is `-`, from what is given. */
export const filledByOperator = (
  admin: Person,
  project: ProjectAt,
  { id }: RepositoryAt,
  source: string,
  options: Pick<ProgramOptions, 'input' | 'timeout'> = {},
): Promise<Ended> => {
  const words = [`${admin.company}/${project.id}/${id}`, source, '--as', admin.id];
  const env = { HOLDFAST_HOME: home };
  const program = join(toolsDirectory, 'holdfast');
  return run(program, ['repository', 'import', ...words], { cwd: toolsDirectory, env, ...options });
};

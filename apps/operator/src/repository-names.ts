import { identityCalls, type ProjectName } from '@holdfast/contracts';
import { context, type Calls } from './command.js';

/** A repository as services know it: the project by its uuid. */
interface InProject {
  id: string;
  project: string;
}

/** So many are asked for at once. */
const atOnce = 500;

/** The names of all projects that these repositories are in, by uuid; those that are no more are absent. */
export const projectNames = async (
  calls: Calls,
  repositories: readonly InProject[],
): Promise<ReadonlyMap<string, ProjectName>> => {
  const uuids = [...new Set(repositories.map(({ project }) => project))];
  const names = new Map<string, ProjectName>();
  for (let from = 0; from < uuids.length; from += atOnce) {
    const asked = { projects: uuids.slice(from, from + atOnce) };
    const answer = await calls.call(identityCalls.projectNames, context(), asked);
    for (const name of answer.projects) names.set(name.uuid, name);
  }
  return names;
};

/** `<company>/<project>/<repository>`, as commands take it; null: its project is no more. */
export const nameOf = (
  names: ReadonlyMap<string, ProjectName>,
  { project, id }: InProject,
): string | null => {
  const found = names.get(project);
  return found ? `${found.company}/${found.project}/${id}` : null;
};

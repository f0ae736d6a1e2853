import { identityCalls, type FoundProject } from '@holdfast/contracts';
import { UsageError } from './arguments.js';
import { context, type Calls } from './command.js';

/** A repository as people name it, and the uuids of what it is in. */
export interface CalledRepository extends FoundProject {
  /** Its id or uuid. */
  repository: string;
}

/**
 * Reads `<company>/<project>/<repository>`: ids, or uuids of the last two. The last may have slashes. @throws
 * UsageError
 */
export const placeReader = (text: string): ((calls: Calls) => Promise<CalledRepository>) => {
  const [company = '', project = '', ...rest] = text.split('/');
  const repository = rest.join('/');
  if (company === '' || project === '' || repository === '')
    throw new UsageError(`"${text}" is no <company>/<project>/<repository>`);
  return async (calls) => {
    const found = await calls.call(identityCalls.namedProject, context(), { company, project });
    return { ...found, repository };
  };
};

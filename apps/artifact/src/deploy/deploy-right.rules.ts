import { may, type StandingAnswer } from '@holdfast/contracts';
import type { RepositoryScope } from '@holdfast/kernel';

/** Why something that was let in is not stored after all. */
export interface Lapse {
  readonly status: 401 | 403 | 404;
  readonly reason: string;
}

export const gone: Lapse = { status: 404, reason: 'the repository is gone meanwhile' };

/** What became of the right to deploy to a repository; undefined: it stands. */
export const lapseOf = (
  { caller, project }: StandingAnswer,
  repository: RepositoryScope | undefined,
): Lapse | undefined => {
  if (!caller) return { status: 401, reason: 'your credentials have ended meanwhile' };
  if (!project || !repository) return gone;
  if (!may('repository.write', caller, { project }))
    return { status: 403, reason: 'your role does not deploy to this repository any more' };
  if (project.deleted || repository.deleted)
    return { status: 403, reason: 'the repository was deactivated meanwhile' };
  return undefined;
};

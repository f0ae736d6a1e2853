import type { RepositoryRow } from '../catalogue/repository.entity.js';
import type { ChangePlace } from '../ref-change/intent.js';
import type { WriterStanding } from './writer-standings.js';

/** Where a push changes refs. */
export const pushPlace = ({ company, project, uuid, id, type }: RepositoryRow) => ({
  company,
  project,
  repository: { uuid, id, type },
});

/** Whose push it is, for the records of what it deletes. */
export const pusherOf = (
  { caller, project }: WriterStanding,
  address: string,
): Pick<ChangePlace, 'pusher'> => {
  if (!caller || !project) return {};
  const { id, uuid, type } = caller.account;
  return { pusher: { account: { id, uuid, type }, address, project: project.id } };
};

import type { CallContext } from '@holdfast/kernel';
import { accountTag, companyTag, groupsTag, projectTag, repositoryTag, sessionTag } from './revoked.js';

/** What is told to have changed when one of the things changes that somebody was let in with. */
export const contextTags = ({
  principal,
  project,
  repository,
}: Pick<CallContext, 'principal' | 'project' | 'repository'>): string[] => {
  if (!principal) return [];
  const { company, account, session } = principal;
  const tags = [companyTag(company.uuid), accountTag(account.uuid), groupsTag(company.uuid)];
  if (session !== undefined) tags.push(sessionTag(session));
  if (project) tags.push(projectTag(project.uuid));
  if (repository) tags.push(repositoryTag(repository.uuid));
  return tags;
};

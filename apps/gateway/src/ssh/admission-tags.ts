import type { AdmittedContext } from '../bytes/admission.js';
import { accountTag, companyTag, groupsTag, projectTag, repositoryTag } from '../session/revoked.js';

/** What is told to have changed when one of the things changes that somebody was let in with. */
export const admissionTags = ({
  principal: { company, account },
  project,
  repository,
}: AdmittedContext): string[] => [
  companyTag(company.uuid),
  accountTag(account.uuid),
  groupsTag(company.uuid),
  projectTag(project.uuid),
  repositoryTag(repository.uuid),
];

import type { AccessChanged } from '@holdfast/contracts';

export const companyTag = (uuid: string): string => `company:${uuid}`;
export const accountTag = (uuid: string): string => `account:${uuid}`;
export const sessionTag = (uuid: string): string => `session:${uuid}`;
export const projectTag = (uuid: string): string => `project:${uuid}`;
/** Of what depends on the groups of a company. */
export const groupsTag = (company: string): string => `groups:${company}`;

/** The tags of what a change of access revokes; a change that names nothing revokes all of the company. */
export const revoked = ({ company, accounts, projects, groups, sessions }: AccessChanged): string[] => {
  const named = [
    ...(accounts ?? []).map(accountTag),
    ...(projects ?? []).map(projectTag),
    ...(sessions ?? []).map(sessionTag),
    ...(groups ? [groupsTag(company)] : []),
  ];
  return named.length > 0 ? named : [companyTag(company)];
};

import {
  accessChanged,
  filesRemoved,
  indexChanged,
  repositoryChanged,
  type AccessChanged,
  type FilesRemoved,
  type IndexChanged,
  type RepositoryChanged,
} from '@holdfast/contracts';

export const companyTag = (uuid: string): string => `company:${uuid}`;
export const accountTag = (uuid: string): string => `account:${uuid}`;
export const sessionTag = (uuid: string): string => `session:${uuid}`;
export const projectTag = (uuid: string): string => `project:${uuid}`;
export const repositoryTag = (uuid: string): string => `repository:${uuid}`;
/** Of what is computed from the versions in a directory. */
export const indexTag = (repository: string, directory: string): string => `index:${repository}:${directory}`;
/** Of what depends on the groups of a company. */
export const groupsTag = (company: string): string => `groups:${company}`;

/** A change that names nothing revokes all of the company. */
const accessTags = ({ company, accounts, projects, groups, sessions }: AccessChanged): string[] => {
  const named = [
    ...(accounts ?? []).map(accountTag),
    ...(projects ?? []).map(projectTag),
    ...(sessions ?? []).map(sessionTag),
    ...(groups ? [groupsTag(company)] : []),
  ];
  return named.length > 0 ? named : [companyTag(company)];
};

const repositoryTags = ({ repository }: RepositoryChanged | FilesRemoved): string[] => [
  repositoryTag(repository),
];

const indexTags = ({ repository, directories }: IndexChanged): string[] =>
  directories.map((directory) => indexTag(repository, directory));

/** By subject of an event: the tags of what it revokes. */
export const revoked: Record<string, (event: never) => string[]> = {
  [accessChanged]: accessTags,
  [repositoryChanged]: repositoryTags,
  [filesRemoved]: repositoryTags,
  [indexChanged]: indexTags,
};

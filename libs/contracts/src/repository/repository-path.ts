/** Ids as they are now; they change and are never stored. */
export interface RepositoryIds {
  company: string;
  project: string;
  type: string;
  id: string;
}

/** The address of a repository below that of the site, which all doors share. */
export const repositoryPath = ({ company, project, type, id }: RepositoryIds): string =>
  `${company}/projects/${project}/repositories/${type}/${id}`;

/** Published right after commit; drops what gateways remember of a repository. */
export const repositoryChanged = 'event.repository.repository.changed';

export interface RepositoryChanged {
  project: string;
  repository: string;
}

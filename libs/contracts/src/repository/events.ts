import type { Feed } from '../kit/feed.js';

/** Published right after commit; drops what gateways remember of a repository. */
export const repositoryChanged = 'event.repository.repository.changed';

export interface RepositoryChanged {
  project: string;
  repository: string;
}

/** What the repository service tells. */
export const repositoryFeed: Feed = {
  pulse: 'event.repository.pulse.v1',
  events: [repositoryChanged],
};

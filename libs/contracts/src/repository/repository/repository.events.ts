import { domainEvent } from '../../kit/domain-event.js';
import { uuid } from '../../kit/event-payload.js';
import { Type } from '../../kit/schema.js';

/** Ids of projects change and are not known here. */
const repository = {
  company: uuid,
  project: Type.Object({ uuid }),
  repository: Type.Object({ uuid, id: Type.String(), type: Type.String() }),
};

export const repositoryCreated = domainEvent('fact.repository.repository.created.v1', {
  reason: 'the feed of events and the hooks of a project tell of new repositories',
  about: 'repository',
  payload: Type.Object(repository),
});

/** `changed`: the attributes that were set, by their names in the API. */
export const repositoryUpdated = domainEvent('fact.repository.repository.updated.v1', {
  reason: 'the feed and hooks tell of changed settings',
  about: 'repository',
  payload: Type.Object({ ...repository, changed: Type.Array(Type.String()) }),
});

/** It was deactivated; `repository.id` is what it was called before. */
export const repositoryDeleted = domainEvent('fact.repository.repository.deleted.v1', {
  reason: 'the feed and hooks tell of it, and builds and reviews of a repository end with it',
  about: 'repository',
  payload: Type.Object({ ...repository, newId: Type.String() }),
});

/** It was looked through, and `faults` things are wrong with it that were not before. The operator is shown what. */
export const repositoryDamaged = domainEvent('fact.repository.repository.damaged.v1', {
  reason: 'whoever keeps an installation is told before somebody needs what is lost',
  about: 'repository',
  payload: Type.Object({ ...repository, faults: Type.Integer() }),
});

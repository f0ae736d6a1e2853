import { domainEvent } from '../../kit/domain-event.js';
import { namedObject, uuid } from '../../kit/event-payload.js';
import { Type } from '../../kit/schema.js';

const project = { company: uuid, project: namedObject };

export const projectCreated = domainEvent('fact.identity.project.created.v1', {
  reason: 'the feed of events and the hooks of a company tell of new projects',
  about: 'project',
  payload: Type.Object({ ...project, name: Type.String() }),
});

/** `changed`: the attributes that were set, by their names in the API. */
export const projectUpdated = domainEvent('fact.identity.project.updated.v1', {
  reason: 'the feed tells of a new name, description or visibility, and hooks of any change',
  about: 'project',
  payload: Type.Object({ ...project, changed: Type.Array(Type.String()) }),
});

/** It was deactivated; `project.id` is what it was called before. */
export const projectDeleted = domainEvent('fact.identity.project.deleted.v1', {
  reason: 'the feed and hooks tell of it, and what other services keep for a project ends with it',
  about: 'project',
  payload: Type.Object({ ...project, newId: Type.String() }),
});

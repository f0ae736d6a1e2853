import type { Static } from 'typebox';
import { domainEvent } from '../../kit/domain-event.js';
import { uuid } from '../../kit/event-payload.js';
import { Type } from '../../kit/schema.js';

/** A ref that changed. Without `old` it is new, without `new` it is gone. */
const update = Type.Object({
  /** The full name, such as `refs/heads/main`. */
  ref: Type.String(),
  /** What it is, and what people call it: the name of a branch or tag, else the full name. */
  sort: Type.String(),
  name: Type.String(),
  old: Type.Optional(Type.String()),
  new: Type.Optional(Type.String()),
});
export type RefChange = Static<typeof update>;

/**
 * Refs of a repository were changed: by one push, or one call. A change of many is told in parts, of which each is an
 * event and all have the same `change`.
 */
export const refsChanged = domainEvent('fact.repository.ref.changed.v1', {
  reason: 'pushes and changes of branches and tags are what hooks, the feed, builds and reviews live on',
  about: 'repository',
  payload: Type.Object({
    company: uuid,
    project: Type.Object({ uuid }),
    repository: Type.Object({ uuid, id: Type.String(), type: Type.String() }),
    /** `push` or `api`. */
    cause: Type.String(),
    /** Names the whole change. */
    change: Type.String(),
    updates: Type.Array(update),
  }),
});

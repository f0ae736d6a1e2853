import { projectEvents } from './identity/project/project.events.js';
import type { DomainEvent } from './kit/domain-event.js';
import { refEvents } from './repository/ref/ref.events.js';
import { repositoryEvents } from './repository/repository/repository.events.js';

/** Every durable event. Streams, consumers and the rights to them derive from it. */
export const allDomainEvents: readonly DomainEvent[] = [
  ...Object.values(projectEvents),
  ...Object.values(repositoryEvents),
  ...Object.values(refEvents),
];

import * as artifact from './artifact/index.js';
import * as identity from './identity/objects.js';
import { domainEventsIn, type DomainEvent } from './kit/domain-event.js';
import * as repository from './repository/objects.js';

/** Every durable event. Streams, consumers and the rights to them derive from it. */
export const allDomainEvents: readonly DomainEvent[] = [identity, repository, artifact].flatMap(
  domainEventsIn,
);

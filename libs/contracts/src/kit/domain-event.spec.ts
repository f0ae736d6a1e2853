import { allDomainEvents } from '../domain-events.js';
import { domainEvent, domainEventsIn, recorderOf } from './domain-event.js';
import { namedObject } from './event-payload.js';
import { Type } from './schema.js';

describe('a durable event', () => {
  it('is found among all that a module exports', () => {
    const thingMade = domainEvent('fact.identity.thing.made.v1', {
      reason: 'this test',
      about: 'thing',
      payload: Type.Object({ thing: namedObject }),
    });
    expect(domainEventsIn({ thingMade, alike: { ...thingMade }, word: 'fact', nothing: null })).toEqual([
      thingMade,
    ]);
  });

  it('is known once, whoever records it', () => {
    const subjects = allDomainEvents.map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(subjects.length);
    expect(new Set(allDomainEvents.map(recorderOf))).toEqual(new Set(['identity', 'repository']));
  });
});

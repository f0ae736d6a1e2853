import { allDomainEvents } from '../domain-events.js';
import { allObjects } from '../registry.js';
import { domainEvent, domainEventsIn, recorderOf } from './domain-event.js';
import { namedObject } from './event-payload.js';
import { Type } from './schema.js';

const services: unknown[] = [...new Set([...allObjects.values()].map(({ service }) => service))];

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
    const recorders = allDomainEvents.map(recorderOf);
    expect(recorders).toEqual(expect.arrayContaining(['identity', 'repository']));
    expect(recorders.filter((recorder) => !services.includes(recorder))).toEqual([]);
  });
});

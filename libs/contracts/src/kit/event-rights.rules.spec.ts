import type { DomainEvent } from './domain-event.js';
import { eventImports, eventRights } from './event-rights.rules.js';
import { Type } from './schema.js';

describe('what a part may say to the streams of the broker', () => {
  const event = (subject: DomainEvent['subject'], heard: DomainEvent['heard'] = []): DomainEvent => ({
    subject,
    heard,
    reason: 'this test',
    about: 'thing',
    payload: Type.Object({}),
  });
  const feed = { service: 'identity', durable: 'feed' } as const;
  const events = [
    event('fact.repository.thing.made.v1', [feed]),
    event('fact.repository.thing.gone.v1', [feed, { service: 'repository', durable: 'hooks' }]),
    event('fact.identity.person.came.v1'),
  ];

  it('is to make its own stream with all who hear it, and to publish into it', () => {
    expect(eventRights('identity', [events[2]])).toEqual([
      '$JS.API.STREAM.CREATE.FACTS_identity',
      '$JS.API.STREAM.UPDATE.FACTS_identity',
      '$JS.API.STREAM.INFO.FACTS_identity',
      '$JS.API.CONSUMER.CREATE.FACTS_identity.*',
      '$JS.API.CONSUMER.INFO.FACTS_identity.*',
      '$JS.API.CONSUMER.NAMES.FACTS_identity',
      'fact.identity.person.came.v1',
    ]);
    expect(eventRights('repository', events).join(' ')).not.toContain('.DELETE.');
  });

  it('is to take the next of what it hears, once for all events of a place, and to give up what it cannot handle', () => {
    expect(eventRights('identity', events.slice(0, 2))).toEqual([
      '$JS.API.CONSUMER.MSG.NEXT.FACTS_repository.identity_feed',
      '$JS.ACK.FACTS_repository.identity_feed.>',
      '$JS.API.STREAM.CREATE.DEAD_identity',
      '$JS.API.STREAM.UPDATE.DEAD_identity',
      '$JS.API.STREAM.INFO.DEAD_identity',
      'dead.identity.feed.v1',
    ]);
  });

  it('leads into the account of who records where it is about his events, and no further', () => {
    expect(eventImports('identity', events.slice(0, 2))).toEqual([
      { from: 'repository', subject: '$JS.API.CONSUMER.MSG.NEXT.FACTS_repository.identity_feed' },
      { from: 'repository', subject: '$JS.ACK.FACTS_repository.identity_feed.>' },
    ]);
    expect(eventImports('repository', events)).toEqual([]);
    expect(eventRights('repository', events)).toContain('$JS.ACK.FACTS_repository.repository_hooks.>');
  });

  it('is nothing for who neither records nor hears', () => {
    expect(eventRights('gateway', events)).toEqual([]);
  });
});

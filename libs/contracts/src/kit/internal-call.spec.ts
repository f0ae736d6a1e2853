import { eventAccountOf, eventLoginOf, eventsReportCall } from './domain-event.js';
import { healthCall } from './health.js';
import { call, inboxOf, subjectsOf, toNode } from './internal-call.js';

const size = call('repository.thing.size.v1', ['gateway'], 'node');
const name = call('identity.thing.name.v1', ['repository', 'artifact']);

describe('a call between processes', () => {
  it('says who may make it, and whether it goes to a node', () => {
    expect(size).toEqual({ subject: 'repository.thing.size.v1', asks: ['gateway'], on: 'node' });
    expect(name).toEqual({ subject: 'identity.thing.name.v1', asks: ['repository', 'artifact'] });
    expect(subjectsOf({ size, name })).toEqual({ size: size.subject, name: name.subject });
  });

  it('goes to the node that its subject names last', () =>
    expect(toNode(size.subject, 'n1')).toBe('repository.thing.size.v1.n1'));

  it('goes to no node whose name is not one word of a subject', () => {
    for (const node of ['', 'a b', 'a.b', '*', '>', 'a\n', 'x'.repeat(65), 'n1\r\nPUB x'])
      expect(() => toNode(size.subject, node)).toThrow('can be none');
  });

  it('is answered where nobody else hears', () => expect(inboxOf('gateway')).toBe('_INBOX_gateway'));

  it('asks a service how it is and how far its events are', () => {
    expect(healthCall('artifact')).toBe('artifact.health.check.v1');
    expect(eventsReportCall('artifact')).toBe('artifact.event.report.v1');
  });

  it('of events is made by a login of its own, in an account of its own', () => {
    expect(eventAccountOf('identity')).toBe('EVENTS_identity');
    expect(eventLoginOf('identity')).toBe('identity.events');
  });
});

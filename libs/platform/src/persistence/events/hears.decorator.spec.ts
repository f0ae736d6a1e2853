import { Type } from '@holdfast/contracts';
import type { DomainEvent } from '@holdfast/contracts';
import { placesOf } from './hears.decorator.js';

const event = (subject: DomainEvent['subject']): DomainEvent => ({
  subject,
  reason: 'this test',
  about: 'thing',
  payload: Type.Object({}),
  heard: [],
});
const made = event('fact.identity.thing.made.v1');
const gone = event('fact.identity.thing.gone.v1');
const other = event('fact.repository.thing.made.v1');

describe('the places of a service in the streams of events', () => {
  it('are one for each name and each service that records', () => {
    const [first, second, third, fourth] = [
      { event: made, durable: 'feed' },
      { event: gone, durable: 'feed' },
      { event: made, durable: 'hooks' },
      { event: other, durable: 'feed' },
    ];
    expect(placesOf([first, second, third, fourth])).toEqual([[first, second], [third], [fourth]]);
  });

  it('get each event for one method: a second one would never be called', () => {
    const twice = [
      { event: made, durable: 'feed' },
      { event: made, durable: 'feed' },
    ];
    expect(() => placesOf(twice)).toThrow('two methods hear fact.identity.thing.made.v1 as feed');
  });
});

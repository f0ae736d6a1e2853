import {
  consumerOf,
  deadLetterStreamOf,
  eventStreamOf,
  recorderOf,
  type DomainEvent,
} from '@holdfast/contracts';
import type { JetStream } from '../../rpc/jet-stream.js';

/** Bytes: some hundred thousands of events. When they are not fetched, the rest waits in the database. */
const streamBytes = 256 * 2 ** 20;
const deadLetterBytes = 32 * 2 ** 20;
/** Milliseconds for which dead letters are kept. */
const deadLetterAge = 90 * 86_400_000;

/** Begins the names of consumers that the operator has made for himself. */
const foreign = 'own-';

/** What is heard of a service's events, and by whom: subjects by the name of the consumer. */
export const consumersOf = (
  service: string,
  events: readonly DomainEvent[],
): ReadonlyMap<string, readonly string[]> => {
  const consumers = new Map<string, string[]>();
  for (const event of events.filter((each) => recorderOf(each) === service))
    for (const hearer of event.heard) {
      const name = consumerOf(hearer);
      consumers.set(name, [...(consumers.get(name) ?? []), event.subject]);
    }
  return consumers;
};

/**
 * Makes the stream of a service's events with all consumers that its contracts name, before anything is published: an
 * event that nobody hears is not kept, and nobody misses one. The hearers themselves cannot choose what they hear.
 * Consumers that no contract names any more go; those of the operator are left.
 */
export const keepEventStream = async (
  streams: JetStream,
  service: string,
  events: readonly DomainEvent[],
): Promise<void> => {
  const stream = eventStreamOf(service);
  await streams.keepStream({
    name: stream,
    subjects: [`fact.${service}.>`],
    retention: 'interest',
    discard: 'new',
    bytes: streamBytes,
    age: 0,
  });
  const consumers = consumersOf(service, events);
  for (const [name, subjects] of consumers) await streams.keepConsumer(stream, name, subjects);
  for (const name of await streams.consumers(stream))
    if (!name.startsWith(foreign) && !consumers.has(name)) await streams.removeConsumer(stream, name);
};

/** Makes the stream of what a service has given up. */
export const keepDeadLetters = (streams: JetStream, service: string): Promise<void> =>
  streams.keepStream({
    name: deadLetterStreamOf(service),
    subjects: [`dead.${service}.*.v1`],
    retention: 'limits',
    discard: 'old',
    bytes: deadLetterBytes,
    age: deadLetterAge,
  });

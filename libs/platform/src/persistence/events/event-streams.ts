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
/** So long a consumer stays that no contract names, and that nobody asks for an event (ms): longer than a weekend. */
const unusedFor = 3 * 86_400_000;

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
  for (const [name, subjects] of consumersOf(service, events))
    await streams.keepConsumer(stream, name, subjects);
};

/**
 * Consumers that no contract names would make the stream keep events for ever. They are those of an earlier version,
 * or of a later one, while processes of both work: so the broker removes each when nobody has asked for its events for
 * so long (ms). Those of the operator are left.
 */
export const endUnused = async (
  streams: JetStream,
  service: string,
  events: readonly DomainEvent[],
  after = unusedFor,
): Promise<void> => {
  const stream = eventStreamOf(service);
  const known = consumersOf(service, events);
  for (const name of await streams.consumers(stream))
    if (!name.startsWith(foreign) && !known.has(name)) await streams.removeUnused(stream, name, after);
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

import {
  consumerOf,
  deadLetterStreamOf,
  deadLetterSubject,
  eventStreamOf,
  recorderOf,
  type DomainEvent,
} from './domain-event.js';

/**
 * What a part may say to the broker because of the events: who records them makes the stream and says who hears what
 * of it, who hears them takes the next one and says what became of it. Nobody touches another's stream.
 */
export const eventRights = (part: string, events: readonly DomainEvent[]): string[] => {
  const recorded = events.filter((event) => recorderOf(event) === part);
  const durables = [
    ...new Set(
      events.flatMap(({ heard }) => heard.flatMap((each) => (each.service === part ? each.durable : []))),
    ),
  ];
  return [
    ...(recorded.length ? [...ownStream(eventStreamOf(part)), ...consumersOf(part, recorded)] : []),
    ...recorded.map(({ subject }) => subject),
    ...heardBy(part, events),
    ...(durables.length ? ownStream(deadLetterStreamOf(part)) : []),
    ...durables.map((durable) => deadLetterSubject({ service: part, durable })),
  ];
};

const ownStream = (stream: string): string[] =>
  ['CREATE', 'UPDATE', 'INFO'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`);

/** Consumers that nobody declares any more are removed, whatever they are called: they would keep events for ever. */
const consumersOf = (part: string, recorded: readonly DomainEvent[]): string[] => {
  const stream = eventStreamOf(part);
  const consumers = new Set(recorded.flatMap(({ heard }) => heard.map(consumerOf)));
  return [
    ...[...consumers].flatMap((consumer) =>
      ['CREATE', 'INFO'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.${consumer}`),
    ),
    `$JS.API.CONSUMER.NAMES.${stream}`,
    `$JS.API.CONSUMER.DELETE.${stream}.*`,
  ];
};

const heardBy = (part: string, events: readonly DomainEvent[]): string[] => {
  const places = events.flatMap((event) =>
    event.heard
      .filter(({ service }) => service === part)
      .map((hearer) => `${eventStreamOf(recorderOf(event))}.${consumerOf(hearer)}`),
  );
  return [...new Set(places)].flatMap((place) => [
    `$JS.API.CONSUMER.MSG.NEXT.${place}`,
    `$JS.ACK.${place}.>`,
  ]);
};

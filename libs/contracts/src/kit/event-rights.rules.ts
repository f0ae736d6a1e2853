import {
  consumerOf,
  deadLetterStreamOf,
  deadLetterSubject,
  eventStreamOf,
  recorderOf,
  type DomainEvent,
} from './domain-event.js';

/**
 * The subjects that a part may publish for its events. Who records events makes the stream and its consumers. Who hears
 * events takes the next one, and says that it is handled. Nobody may change the stream of another.
 * All of it is said in an account of the broker that the service has for itself. A stream answers, and passes messages
 * on, to any subject that its owner names, with the broker's own rights. In an account of its own that reaches nobody.
 */
export const eventRights = (part: string, events: readonly DomainEvent[]): string[] => {
  const recorded = events.filter((event) => recorderOf(event) === part);
  const durables = [
    ...new Set(
      events.flatMap(({ heard }) => heard.flatMap((each) => (each.service === part ? each.durable : []))),
    ),
  ];
  return [
    ...(recorded.length ? [...ownStream(eventStreamOf(part)), ...consumersOf(eventStreamOf(part))] : []),
    ...recorded.map(({ subject }) => subject),
    ...heardBy(part, events),
    ...(durables.length ? ownStream(deadLetterStreamOf(part)) : []),
    ...durables.map((durable) => deadLetterSubject({ service: part, durable })),
  ];
};

const ownStream = (stream: string): string[] =>
  ['CREATE', 'UPDATE', 'INFO'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`);

/**
 * It may change every consumer: one that is not declared would make the stream keep events for ever, so it says how
 * long that one stays unused.
 */
const consumersOf = (stream: string): string[] => [
  ...['CREATE', 'INFO'].map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.*`),
  `$JS.API.CONSUMER.NAMES.${stream}`,
];

/** A subject that the account of a service imports from that of another: to take an event, or to confirm it. */
export interface EventImport {
  /** Who records the events. */
  from: string;
  subject: string;
}

/** The imports that the account of a part needs. For its own streams it needs none. */
export const eventImports = (part: string, events: readonly DomainEvent[]): EventImport[] =>
  placesOf(part, events)
    .filter(({ from }) => from !== part)
    .flatMap(({ from, place }) => wordsTo(place).map((subject) => ({ from, subject })));

const heardBy = (part: string, events: readonly DomainEvent[]): string[] =>
  placesOf(part, events).flatMap(({ place }) => wordsTo(place));

/** The places (stream and consumer) from which a part hears, each once. */
const placesOf = (part: string, events: readonly DomainEvent[]): { from: string; place: string }[] => {
  const places = events.flatMap((event) =>
    event.heard
      .filter(({ service }) => service === part)
      .map((hearer) => {
        const from = recorderOf(event);
        return [`${eventStreamOf(from)}.${consumerOf(hearer)}`, from] as const;
      }),
  );
  return [...new Map(places)].map(([place, from]) => ({ from, place }));
};

const wordsTo = (place: string): string[] => [`$JS.API.CONSUMER.MSG.NEXT.${place}`, `$JS.ACK.${place}.>`];

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
 * The broker's streams speak wherever somebody wants, with rights of their own: by the subject of an answer, or by where
 * a stream passes on what it takes. So each service says this in an account of its own, and whatever it makes them say
 * stays there.
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

/** Subjects that the account of a service has from that of another: to take what it hears, and to settle it. */
export interface EventImport {
  /** Who records the events. */
  from: string;
  subject: string;
}

/** What a part's account must have of others'. What leads into its own it has anyway. */
export const eventImports = (part: string, events: readonly DomainEvent[]): EventImport[] =>
  placesOf(part, events)
    .filter(({ from }) => from !== part)
    .flatMap(({ from, place }) => wordsTo(place).map((subject) => ({ from, subject })));

const heardBy = (part: string, events: readonly DomainEvent[]): string[] =>
  placesOf(part, events).flatMap(({ place }) => wordsTo(place));

/** The places of a part in the streams, each once. */
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

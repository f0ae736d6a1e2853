import type { Static, TObject } from 'typebox';
import type { CallSubject } from './internal-call.js';
import type { ServiceName } from './object-contract.js';

/** Who hears an event: a service, and the name under which the broker remembers how far it has heard. */
export interface Hearer {
  service: ServiceName;
  /** Lower-case letters and digits. Stays the same for ever: a new name has heard nothing yet. */
  durable: string;
}

/**
 * The contract of an event: something that has happened to an object of one service, and that others must hear exactly
 * once. It is recorded in the transaction of the change. A message that only says "forget what you know" is no such
 * event: it is sent by `Rpc.tell`.
 */
export interface DomainEvent<Payload = unknown> {
  /** `fact.<service>.<object>.<verb>.v<version>`, with the verb in the past tense. No subject of a call begins so. */
  subject: `fact.${string}.${string}.${string}.v${number}`;
  /** Who needs it, and for what. */
  reason: string;
  /** The property of the payload that holds the object. Events about one object arrive in their order. */
  about: string;
  payload: TObject;
  heard: readonly Hearer[];
  /** Never there at run time: the type of the payload. */
  readonly '~payload'?: Payload;
}

/** The payload of an event, by its contract. */
export type PayloadOf<Event> = Event extends DomainEvent<infer Payload> ? Payload : never;

/** What the property `about` of every payload has. */
export interface About {
  uuid: string;
}

/** What `domainEvent` has made, so that it is found among other exports of a module. */
const declared = new WeakSet();

/** All events that a module exports. */
export const domainEventsIn = (exports: Readonly<Record<string, unknown>>): DomainEvent[] =>
  Object.values(exports).filter(isDomainEvent);

const isDomainEvent = (value: unknown): value is DomainEvent =>
  typeof value === 'object' && value !== null && declared.has(value);

/** Declares an event. The payload has uuids, and ids as they were then; never a secret, never a long text. */
export const domainEvent = <Schema extends TObject, Key extends keyof Static<Schema> & string>(
  subject: `fact.${ServiceName}.${string}.${string}.v${number}`,
  {
    payload,
    ...contract
  }: {
    reason: string;
    about: Static<Schema>[Key] extends About ? Key : never;
    payload: Schema;
    heard?: readonly Hearer[];
  },
): DomainEvent<Static<Schema>> => {
  const event = { heard: [], ...contract, subject, payload };
  declared.add(event);
  return event;
};

/** An event as it is recorded and as it travels. */
export interface RecordedEvent<Payload = unknown> {
  /** 24 hex digits that grow with time. An event that comes again has the same id. */
  id: string;
  subject: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** The uuid of the account that caused it. Absent: the operator, or the product itself. */
  account?: string;
  payload: Payload;
}

/** The service that records the event. */
export const recorderOf = ({ subject }: Pick<DomainEvent, 'subject'>): string => subject.split('.')[1];

/** The name of the broker's stream in which the events of a service wait for their hearers. */
export const eventStreamOf = (service: string): string => `FACTS_${service}`;

/** The name of the broker's account that has the streams of a service, and nothing else. */
export const eventAccountOf = (service: string): string => `EVENTS_${service}`;

/** The login by which a service opens that account. Its password is that of the service's usual login. */
export const eventLoginOf = (user: string): string => `${user}.events`;

/** The name of the broker's consumer for a hearer: it remembers how far he has heard. */
export const consumerOf = ({ service, durable }: { service: string; durable: string }): string =>
  `${service}_${durable}`;

/** The name of the broker's stream with the events that a service could not handle. */
export const deadLetterStreamOf = (service: string): string => `DEAD_${service}`;

/** The subject under which a hearer puts an event that it could not handle. */
export const deadLetterSubject = ({ service, durable }: { service: string; durable: string }): string =>
  `dead.${service}.${durable}.v1`;

/** How far the events of a service have come, for the operator. */
export interface EventsReport {
  service: string;
  /** How many events are committed and not yet published, and the age of the oldest one in seconds. */
  waiting: number;
  lag: number;
  /** What the broker keeps until everybody has heard it. Absent: there is no stream, or the broker is away. */
  stream?: { messages: number; bytes: number };
  /** Who hears them, and how many each has not handled yet. Without a number: the broker does not answer. */
  consumers: { name: string; backlog?: number }[];
  /** How many events of others it could not handle. Absent: it hears none, or the broker is away. */
  dead?: number;
  /** All metrics of the process that answers, in the form of Prometheus. */
  metrics: string;
}

/** The operator asks every service how far its events have come. */
export const eventsReportCall = (service: ServiceName): CallSubject<object, EventsReport> =>
  `${service}.event.report.v1`;

import type { Static, TObject } from 'typebox';
import type { ServiceName } from './object-contract.js';

/** Who hears an event: a service, and the name under which the broker remembers how far it has heard. */
export interface Hearer {
  service: ServiceName;
  /** Lower-case letters and digits. Stays the same for ever: a new name has heard nothing yet. */
  durable: string;
}

/**
 * A fact about an object of one service, which other services must hear of exactly once. It is recorded in the
 * transaction of the change; what only says "forget what you know" is told (`Rpc.tell`) instead.
 */
export interface DomainEvent<Payload = unknown> {
  /** `fact.<service>.<object>.<verb>.v<version>`: no operation begins like this, and the verb is in the past tense. */
  subject: `fact.${string}.${string}.${string}.v${number}`;
  /** Who needs it, and what for. */
  reason: string;
  /** The property of the payload that says which object it is about: events about one arrive in their order. */
  about: string;
  payload: TObject;
  heard: readonly Hearer[];
  /** Never there at run time: the type of the payload. */
  readonly '~payload'?: Payload;
}

/** The payload of an event, by its contract. */
export type PayloadOf<Event> = Event extends DomainEvent<infer Payload> ? Payload : never;

/** What every payload names by `about`. */
export interface About {
  uuid: string;
}

/** Declares an event. Its payload holds uuids, and ids as they were then; never a secret, never a long text. */
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
): DomainEvent<Static<Schema>> => ({ heard: [], ...contract, subject, payload });

/** An event as it is recorded and as it travels. */
export interface RecordedEvent<Payload = unknown> {
  /** 24 hex digits, increasing in time; the same event always has the same. */
  id: string;
  subject: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Uuid of the account that caused it; absent: the operator, or the product itself. */
  account?: string;
  payload: Payload;
}

/** The service that records the event. */
export const recorderOf = ({ subject }: Pick<DomainEvent, 'subject'>): string => subject.split('.')[1];

/** The stream of the broker in which the events of a service wait for who hears them. */
export const eventStreamOf = (service: string): string => `FACTS_${service}`;

/** The account of the broker in which the streams of a service are, alone. */
export const eventAccountOf = (service: string): string => `EVENTS_${service}`;

/** By what name a user of the broker opens the account with the streams of his service; the password is the same. */
export const eventLoginOf = (user: string): string => `${user}.events`;

/** What the broker calls the place of a hearer in a stream. */
export const consumerOf = ({ service, durable }: { service: string; durable: string }): string =>
  `${service}_${durable}`;

/** The stream of the broker with the events that a service has given up. */
export const deadLetterStreamOf = (service: string): string => `DEAD_${service}`;

/** Where a hearer puts an event that it has given up. */
export const deadLetterSubject = ({ service, durable }: { service: string; durable: string }): string =>
  `dead.${service}.${durable}.v1`;

/** How far the events of a service have come, as the operator is told. */
export interface EventsReport {
  service: string;
  /** Events that are committed and not yet published, and the age of the oldest in seconds. */
  waiting: number;
  lag: number;
  /** What the broker keeps of them until everybody has heard it; absent: there is no stream, or the broker is away. */
  stream?: { messages: number; bytes: number };
  /** Who hears them, and how many he has not dealt with; without a number: the broker does not say. */
  consumers: { name: string; backlog?: number }[];
  /** Events of others that the service has given up; absent: it hears none, or the broker is away. */
  dead?: number;
  /** The same and more of the process that answers, as Prometheus reads it. */
  metrics: string;
}

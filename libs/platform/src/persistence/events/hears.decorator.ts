import 'reflect-metadata';
import { recorderOf, type DomainEvent, type RecordedEvent } from '@holdfast/contracts';
import type { EntityManager } from 'typeorm';

/** Handles an event. The transaction also notes that the event was heard: either both are done, or neither. */
export type HearsEvent<Payload> = (tx: EntityManager, event: RecordedEvent<Payload>) => Promise<void>;

type Decorator<Payload> = (
  target: object,
  key: string,
  descriptor: TypedPropertyDescriptor<HearsEvent<Payload>>,
) => void;

/** What a method hears, as its class was declared. */
export interface HearsMetadata {
  event: DomainEvent;
  durable: string;
  method: string;
}

const hearings = Symbol('hearings');

/**
 * Marks a method of a provider or controller as a hearer of the event. `durable` is a name that the contract of the
 * event has for this service. Events of one `durable` are handled one after another, in the order of the stream. After
 * a failure the event is tried again, later each time; at last it is put into the dead letters. While a part is away
 * (`unavailable`) it is tried for ever.
 */
export const Hears =
  <Payload>(event: DomainEvent<Payload>, { durable }: { durable: string }): Decorator<Payload> =>
  (target, key) => {
    if (!event.heard.some((hearer) => hearer.durable === durable))
      throw new Error(`${event.subject} names no hearer ${durable}`);
    const known = hearingsOf(target);
    Reflect.defineMetadata(
      hearings,
      [...known, { event, durable, method: key } satisfies HearsMetadata],
      target,
    );
  };

/** What the methods of an object hear. */
export const hearingsOf = (target: object): readonly HearsMetadata[] =>
  (Reflect.getMetadata(hearings, target) as HearsMetadata[] | undefined) ?? [];

/**
 * Those of one durable name that come from one service: they share a place in its stream.
 * @throws Error for two that hear one event in one place, which gets it once
 */
export const placesOf = <H extends Pick<HearsMetadata, 'event' | 'durable'>>(all: readonly H[]): H[][] => {
  const places = new Map<string, H[]>();
  for (const each of all) {
    const place = `${recorderOf(each.event)}.${each.durable}`;
    const others = places.get(place) ?? [];
    if (others.some(({ event }) => event.subject === each.event.subject))
      throw new Error(
        `two methods hear ${each.event.subject} as ${each.durable}: each needs a name of its own`,
      );
    places.set(place, [...others, each]);
  }
  return [...places.values()];
};

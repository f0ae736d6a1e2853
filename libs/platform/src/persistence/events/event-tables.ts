import { EventHeardRow } from './event-heard.entity.js';
import { EventOutboxRow } from './event-outbox.entity.js';

/** What a service that records or hears events adds to its entities. */
export const eventTables = [EventOutboxRow, EventHeardRow];

/**
 * The tables of a schema for events: those that wait for the broker, in the order in which they were recorded, and
 * the ids of those that the service has heard of others.
 */
export const createEventTables = (schema: string): string => `
  create table ${schema}.event_outbox (
    position bigint generated always as identity constraint event_outbox_pkey primary key,
    id text collate "C" not null,
    subject text collate "C" not null,
    aggregate uuid not null,
    event text not null
  );
  create table ${schema}.event_heard (
    consumer text collate "C" not null,
    id text collate "C" not null,
    constraint event_heard_pkey primary key (consumer, id)
  )`;

export const dropEventTables = (schema: string): string =>
  `drop table ${schema}.event_outbox, ${schema}.event_heard`;

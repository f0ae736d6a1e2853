import {
  deadLetterStreamOf,
  eventStreamOf,
  recorderOf,
  type DomainEvent,
  type EventsReport,
} from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import type { DataSource } from 'typeorm';
import { metrics } from '../../observability/metrics.js';
import { outboxBacklog } from './event-heard.store.js';
import { JetStreamError, type JetStream } from '../../rpc/jet-stream.js';
import * as gauges from './event.metrics.js';
import { consumersOf } from './event-streams.js';

/** What a part of the report says where the broker does not. */
const unlessAway = (error: unknown): undefined => {
  if (error instanceof DomainError || error instanceof JetStreamError) return undefined;
  throw error;
};

/** How far the events of a service have come: what waits in its database, in its stream, and what was given up. */
export const eventsReport = async (
  source: DataSource,
  streams: JetStream,
  service: string,
  events: readonly DomainEvent[],
): Promise<EventsReport> => {
  const records = events.some((event) => recorderOf(event) === service);
  const hears = events.some(({ heard }) => heard.some((hearer) => hearer.service === service));
  const { waiting, since } = await outboxBacklog(source);
  const lag = since === undefined ? 0 : Math.max(0, Date.now() - since) / 1000;
  const stream = records ? await streams.stateOf(eventStreamOf(service)).catch(unlessAway) : undefined;
  const dead = hears ? await streams.stateOf(deadLetterStreamOf(service)).catch(unlessAway) : undefined;
  const consumers = await Promise.all(
    [...consumersOf(service, events).keys()].map(async (name) => {
      const state = await streams.consumerState(eventStreamOf(service), name).catch(unlessAway);
      return { name, ...(state ? { backlog: state.waiting + state.unsettled } : {}) };
    }),
  );
  gauges.waitingEvents.set({ service }, waiting);
  gauges.eventLag.set({ service }, lag);
  gauges.deadLetters.set({ service }, dead?.messages ?? 0);
  for (const { name, backlog } of consumers)
    if (backlog !== undefined) gauges.consumerBacklog.set({ service, consumer: name }, backlog);
  return {
    service,
    waiting,
    lag,
    consumers,
    ...(stream ? { stream } : {}),
    ...(dead ? { dead: dead.messages } : {}),
    metrics: await metrics.metrics(),
  };
};

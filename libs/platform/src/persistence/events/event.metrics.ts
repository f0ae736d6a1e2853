import { Counter, Gauge } from 'prom-client';
import { metrics } from '../../observability/metrics.js';

const registers = [metrics];

export const waitingEvents = new Gauge({
  name: 'holdfast_events_waiting',
  help: 'Events that are committed and not yet published.',
  labelNames: ['service'],
  registers,
});

export const eventLag = new Gauge({
  name: 'holdfast_events_lag_seconds',
  help: 'Age of the oldest event that is committed and not yet published.',
  labelNames: ['service'],
  registers,
});

export const publishedEvents = new Counter({
  name: 'holdfast_events_published_total',
  help: 'Events that the broker has taken from this process.',
  labelNames: ['service'],
  registers,
});

export const heardEvents = new Counter({
  name: 'holdfast_events_heard_total',
  help: 'Events that this process has dealt with, by consumer and outcome: done, repeated, failed, dead.',
  labelNames: ['consumer', 'outcome'],
  registers,
});

export const consumerBacklog = new Gauge({
  name: 'holdfast_events_consumer_backlog',
  help: 'Published events that a consumer of the service has not dealt with.',
  labelNames: ['service', 'consumer'],
  registers,
});

export const deadLetters = new Gauge({
  name: 'holdfast_events_dead_letters',
  help: 'Events that the service has given up.',
  labelNames: ['service'],
  registers,
});

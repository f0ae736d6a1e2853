import type pg from 'pg';
import { WatchedValues, type ValueSource, type WatchedValue } from '../observability/watched-values.js';

/** By the schemas of the services. */
const pools = new Map<pg.Pool, string>();

/** The values of all pools that have not ended. */
const ofPools =
  (valuesOf: (pool: pg.Pool, service: string) => readonly WatchedValue[]): ValueSource =>
  () =>
    [...pools].flatMap(([pool, service]) => {
      if (!pool.ended) return valuesOf(pool, service);
      pools.delete(pool);
      return [];
    });

new WatchedValues({
  name: 'holdfast_database_connections',
  help: 'Connections of a service to its database, by state: used, idle.',
  labels: ['service', 'state'],
}).add(
  ofPools(({ totalCount, idleCount }, service) => [
    [totalCount - idleCount, service, 'used'],
    [idleCount, service, 'idle'],
  ]),
);

new WatchedValues({
  name: 'holdfast_database_connections_max',
  help: 'The most connections that a service has to its database.',
  labels: ['service'],
}).add(ofPools(({ options }, service) => [[options.max, service]]));

new WatchedValues({
  name: 'holdfast_database_connections_awaited',
  help: 'How many wait for a connection of a service to its database.',
  labels: ['service'],
}).add(ofPools(({ waitingCount }, service) => [[waitingCount, service]]));

/** Shows how a pool is used until it ends. */
export const watchPool = (pool: pg.Pool, service: string): void => void pools.set(pool, service);

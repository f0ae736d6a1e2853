import type { Feed } from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import { watchCache } from './cache.metrics.js';
import { InvalidatingCache, type Limits } from './invalidating-cache.js';
import { revoked } from './revoked.js';

/**
 * A cache of answers that change only when one of the services says so. Its entries go with the events that name
 * one of their tags, and all of them when something of a service was missed; while one of the services is not heard,
 * nothing is kept. `name`: what it keeps.
 */
export const revocable = <V extends object>(
  name: string,
  rpc: Pick<Rpc, 'hears'>,
  feeds: readonly Feed[],
  limits?: Limits<V>,
): InvalidatingCache<V> => {
  const hearings = feeds.map((feed) => rpc.hears(feed));
  const cache = new InvalidatingCache<V>(limits, () => !hearings.some(({ deaf }) => deaf));
  watchCache(name, cache);
  feeds.forEach(({ events }, index) => {
    const hearing = hearings[index];
    for (const subject of events)
      hearing.on(subject, (event) => cache.drop(revoked[subject](event as never)));
    hearing.onLost(() => cache.clear());
  });
  return cache;
};

import type { LongWork } from '../long-work.js';
import type { RemoteSource } from '../vcs-remotes.js';
import { VcsRefusal } from '../vcs-refusal.js';
import { remoteUrl } from '../remote-url.js';
import { OutgoingProxy, type OutgoingSettings } from './outgoing-proxy.js';
import { RemoteWatch, type Watched } from './remote-watch.js';

/** The way to one remote, for as long as the work with it lasts. */
export interface RemoteWay {
  url: URL;
  proxy: OutgoingProxy;
}

/**
 * Does work that speaks with a remote by a proxy of its own.
 * @throws VcsRefusal `remote` where nobody may connect to it
 */
export const duringRemote = async <T>(
  { url }: Pick<RemoteSource, 'url'>,
  settings: OutgoingSettings,
  work: (way: RemoteWay) => Promise<T>,
): Promise<T> => {
  const address = remoteUrl(url);
  if (!address) throw new VcsRefusal('remote', 'the address of the remote is none of http or https');
  const proxy = await OutgoingProxy.to(address, settings);
  try {
    return await work({ url: address, proxy });
  } finally {
    await proxy.close();
  }
};

/**
 * Does work that ends when the remote sends too much or too little, or `signal` says so: the one that it gets. Whoever
 * waits for it hears of a remote that crawls.
 */
export const watchedRemote = async <T>(
  proxy: Pick<OutgoingProxy, 'received' | 'sent'>,
  watching: Partial<Omit<Watched, 'received' | 'crawls'>>,
  { signal, crawls }: Pick<LongWork, 'signal' | 'crawls'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const ending = new AbortController();
  const received = (): number => proxy.received + proxy.sent;
  const watch = new RemoteWatch({ ...watching, received, ...(crawls && { crawls }) }, () => ending.abort());
  try {
    return await work(AbortSignal.any([signal, ending.signal]));
  } finally {
    await watch.end();
  }
};

import { identityFeed, repositoryFeed } from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import { revoked } from './revoked.js';

/** What was told to have changed; undefined: anything may have. */
export type ChangedTags = readonly string[] | undefined;

/** Tells of every change of rights and repositories, after those who forget by the same event have forgotten. */
export const hearChanges = (rpc: Pick<Rpc, 'hears'>, changed: (tags: ChangedTags) => void): void => {
  const later = (tags: ChangedTags): void => void setImmediate(() => changed(tags));
  for (const feed of [identityFeed, repositoryFeed]) {
    const hearing = rpc.hears(feed);
    for (const subject of feed.events)
      hearing.on(subject, (event) => later(revoked[subject](event as never)));
    hearing.onLost(() => later(undefined));
  }
};

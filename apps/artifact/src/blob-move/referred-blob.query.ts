import { statement } from '@holdfast/platform/persistence';

/** By hand: pages along an index, whatever the statistics say of how often one content is there. */
export const referredAfter = statement<{ digest: Buffer; size: string }>(
  'blobs_referred_after',
  'select sha256 as digest, size from file where sha256 > $1 order by sha256 limit $2',
);

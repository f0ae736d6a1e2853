import type { SweepOptions, SweepReport } from '@holdfast/blob-spi';
import { blobName, blobs, digestIn } from './blob-name.js';
import type { S3Objects } from './s3-objects.js';

const hour = 60 * 60 * 1000;
/** An upload that takes longer fails (ms). */
const uploadedFor = 48 * hour;
/**
 * What was staged completely is published, or not wanted, within minutes (ms). But AWS says of an object of several
 * parts as when it was changed when its upload began.
 */
const stagedFor = uploadedFor + hour;

/**
 * Removes blobs that nobody refers to, and what dead processes have left; `staging`: what the names of that begin
 * with.
 */
export const sweepObjects = async (
  objects: Pick<S3Objects, 'list' | 'removeOnce' | 'remove' | 'endUploads'>,
  staging: string,
  options: SweepOptions,
): Promise<SweepReport> => {
  let [seen, removed, staged] = [0, 0, 0];
  const isOver = (): boolean => options.signal?.aborted ?? false;
  for await (const page of objects.list(blobs)) {
    if (isOver()) break;
    const before = Date.now() - options.olderThan;
    const old: string[] = [];
    for (const { name, changed } of page) {
      const digest = digestIn(name);
      if (digest === undefined) continue;
      seen += 1;
      if (changed.getTime() < before) old.push(digest);
    }
    if (old.length === 0) continue;
    for (const digest of await options.unreferenced(old))
      if (!isOver() && (await options.remove(digest, () => objects.removeOnce(blobName(digest)))))
        removed += 1;
  }
  if (isOver()) return { seen, removed, staged };
  for await (const page of objects.list(staging))
    for (const { name, changed } of page) {
      if (isOver()) return { seen, removed, staged };
      if (changed.getTime() >= Date.now() - stagedFor) continue;
      await objects.remove(name);
      staged += 1;
    }
  staged += await objects.endUploads('', new Date(Date.now() - uploadedFor), options.signal);
  return { seen, removed, staged };
};

import type { SweepOptions, SweepReport } from '@holdfast/blob-spi';
import type { ListedObject, S3Objects } from './s3-objects.js';

const hour = 60 * 60 * 1000;
/** What was staged completely is published, or not wanted, within minutes (ms). */
const stagedFor = hour;
/** An upload that takes longer fails (ms). */
const uploadedFor = 48 * hour;

const digestOf = ({ name }: ListedObject, beginning: string): string =>
  name.slice(beginning.length).replace('/', '');

/** Removes blobs that nobody refers to, and what dead processes have staged below the two beginnings of names. */
export const sweepObjects = async (
  objects: S3Objects,
  { blobs, staging }: { blobs: string; staging: string },
  options: SweepOptions,
  unlink: (digest: string) => Promise<void>,
): Promise<SweepReport> => {
  let [seen, removed, staged] = [0, 0, 0];
  for await (const page of objects.list(blobs)) {
    const found = page.filter((each) => /^[0-9a-f]{64}$/.test(digestOf(each, blobs)));
    seen += found.length;
    const before = Date.now() - options.olderThan;
    const old = found.filter(({ changed }) => changed.getTime() < before);
    const digests = old.map((each) => digestOf(each, blobs));
    if (digests.length === 0) continue;
    for (const digest of await options.unreferenced(digests))
      if (await options.remove(digest, () => unlink(digest))) removed += 1;
  }
  for await (const page of objects.list(staging))
    for (const { name, changed } of page) {
      if (changed.getTime() >= Date.now() - stagedFor) continue;
      await objects.remove(name);
      staged += 1;
    }
  staged += await objects.endUploads('', new Date(Date.now() - uploadedFor));
  return { seen, removed, staged };
};

import type { S3Objects } from './s3-objects.js';
import type { SendPlaces } from './send-places.js';

/** Up to here one request copies an object; larger ones are copied in parts, several at a time (bytes). */
const oneRequest = 256 * 1024 * 1024;
const copiedPart = 512 * 1024 * 1024;

/** Copies an object on the server, where it becomes visible at once as a whole. False: the source is not there. */
export const serverCopy = async (
  objects: S3Objects,
  { from, to, size }: { from: string; to: string; size: number },
  places: SendPlaces,
): Promise<boolean> => {
  if (size <= oneRequest) return objects.copy(from, to);
  const upload = await objects.upload(to);
  try {
    const source = objects.sourceOf(from);
    const starts = Array.from({ length: Math.ceil(size / copiedPart) }, (_, index) => index * copiedPart);
    const taken = await Promise.all(
      starts.map((offset, index) =>
        places.during(() =>
          upload.take(index + 1, source, { offset, length: Math.min(copiedPart, size - offset) }),
        ),
      ),
    );
    if (taken.every(Boolean)) await upload.complete();
    else await upload.abort();
    return taken.every(Boolean);
  } catch (error) {
    await upload.abort();
    throw error;
  }
};

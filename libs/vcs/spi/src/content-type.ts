import { isUtf8 } from 'node:buffer';

/** Images that no browser takes for anything else, by how they begin (a character for each byte). */
const images: readonly [beginning: RegExp, type: string][] = [
  [/^\x89PNG\r\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[^]{4}WEBP/, 'image/webp'],
];

/** As git does: what has a NUL among its first bytes is no text. */
const lookedAt = 8000;

/** What a file is served as, by how it begins: nothing that people upload is ever a page or a program of ours. */
export const contentTypeOf = (beginning: Buffer): string => {
  const head = beginning.toString('latin1', 0, 16);
  const image = images.find(([form]) => form.test(head))?.[1];
  if (image) return image;
  const bytes = beginning.subarray(0, lookedAt);
  if (bytes.includes(0)) return 'application/octet-stream';
  return isText(bytes, beginning.length > lookedAt) ? 'text/plain; charset=utf-8' : 'text/plain';
};

/** `cut`: the last character may not be all there. */
const isText = (bytes: Buffer, cut: boolean): boolean => {
  // The decoder says no by throwing, which costs more than all else that is done for a small file.
  if (!cut) return isUtf8(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text or bytes as 64 lower-case hex digits. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data);

/** HMAC-SHA-256 as 64 lower-case hex digits; `key` is the raw secret. */
export const hmacSha256 = (key: string | Uint8Array, data: string): string =>
  createHmac('sha256', key).update(data).digest('hex');

/** Whether two texts are equal. It takes equally long wherever they differ, so the time reveals nothing. */
export const sameText = (one: string, other: string): boolean => {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
};

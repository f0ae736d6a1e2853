import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;

/** A UUID version 7 (RFC 9562): 48 bits of milliseconds, then random bits; sorts by time of creation. */
export const uuidv7 = (now = Date.now()): string => {
  if (used + 10 > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.toString('hex', used, used + 10);
  used += 10;
  const time = now.toString(16).padStart(12, '0');
  const variant = ((parseInt(random[3], 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
};

/** Whether what was sent is a text that is this uuid, in either case; `uuid` is in lower case. */
export const isSameUuid = (sent: unknown, uuid: unknown): boolean =>
  typeof sent === 'string' && sent.toLowerCase() === uuid;

/** Whether a text has the form of a uuid, in lower or upper case. Nobody can choose such a text as an id. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

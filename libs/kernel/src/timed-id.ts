import { randomFillSync } from 'node:crypto';

/** Random bytes are fetched for many ids at once. */
const randomBytes = 4;
const pool = Buffer.alloc(randomBytes * 256);
let used = pool.length;

let last = 0;
let serial = 0;

/**
 * An id of 24 hex digits that grows with time: 12 digits are the milliseconds since the epoch, 4 a serial number within
 * the millisecond, 8 are random. Ids of one process sort as they were made; ids of several processes sort by their
 * clocks.
 */
export const timedId = (now = Date.now()): string => {
  serial = now > last ? 0 : serial + 1;
  // The clock may go back, and a serial number may be full: then the id has a time that is still to come.
  last = Math.max(now, last) + (serial > 0xffff ? 1 : 0);
  if (serial > 0xffff) serial = 0;
  return `${hex(last, 12)}${hex(serial, 4)}${random()}`;
};

/** The smallest id that can be made at that time (milliseconds since the epoch) or later. */
export const leastIdAt = (time: number): string => hex(time, 12).padEnd(24, '0');

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const random = (): string => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.toString('hex', used, (used += randomBytes));
};

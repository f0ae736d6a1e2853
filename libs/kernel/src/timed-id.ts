import { randomBytes } from 'node:crypto';

let last = 0;
let serial = 0;

/**
 * 24 hex digits that increase in time: 12 of milliseconds, 4 of a serial number within them, 8 random ones. Ids of
 * one process are in the order in which they were made; those of several processes in that of their clocks.
 */
export const timedId = (now = Date.now()): string => {
  serial = now > last ? 0 : serial + 1;
  // A clock that went back, or a full serial number, borrows from the time to come.
  last = Math.max(now, last) + (serial > 0xffff ? 1 : 0);
  if (serial > 0xffff) serial = 0;
  return `${hex(last, 12)}${hex(serial, 4)}${randomBytes(4).toString('hex')}`;
};

/** The least id that is made at that time (milliseconds since the epoch) or later. */
export const leastIdAt = (time: number): string => hex(time, 12).padEnd(24, '0');

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

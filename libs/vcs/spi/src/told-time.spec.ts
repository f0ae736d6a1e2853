import { timestamp } from '@holdfast/kernel';
import { toldTime } from './told-time.js';

it.each([
  ['0001-01-01T00:00:00Z', -62_135_596_800],
  ['1969-12-31T23:59:59Z', -1],
  ['9999-12-31T23:59:59Z', 253_402_300_799],
])('a time is told as it is: %s', (text, seconds) => {
  expect(timestamp(new Date(toldTime(seconds) * 1000))).toBe(text);
});

it.each([NaN, Infinity, -Infinity, 253_402_300_800, -62_135_596_801, 8_640_000_000_001])(
  'a time that has no year of four digits is 1970: %d',
  (seconds) => expect(toldTime(seconds)).toBe(0),
);

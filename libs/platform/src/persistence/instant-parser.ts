import pg from 'pg';

/** The object id of `timestamptz`. */
const timestamptz = 1184;

const drivers = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

/** The number of two digits. */
const pair = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);
const digit = (text: string, at: number): number => text.charCodeAt(at) - 48;

/** Only what a session in UTC writes: `2026-11-20 07:00:00.123456+00`. */
const form = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** The day that was read last, and its beginning (ms): a list has many instants of few days. */
let lastDay = '';
let begunAt = 0;

const beginOf = (day: string): number => {
  if (day !== lastDay) {
    begunAt = Date.UTC(pair(day, 0) * 100 + pair(day, 2), pair(day, 5) - 1, pair(day, 8));
    lastDay = day;
  }
  return begunAt;
};

/** Of the fraction of a second, which ends at `end`, its milliseconds. */
const millisecondsOf = (text: string, end: number): number => {
  if (end <= 20) return 0;
  const hundredth = end > 21 ? digit(text, 21) : 0;
  const thousandth = end > 22 ? digit(text, 22) : 0;
  return digit(text, 20) * 100 + hundredth * 10 + thousandth;
};

/** Reads an instant as the database writes it. The driver's own parser takes a tenth of the time of a long list. */
export const parseInstant = (text: string): Date => {
  if (!form.test(text)) return drivers(text);
  const seconds = (pair(text, 11) * 60 + pair(text, 14)) * 60 + pair(text, 17);
  return new Date(beginOf(text.slice(0, 10)) + seconds * 1000 + millisecondsOf(text, text.length - 3));
};

type Parser = (value: string) => unknown;

const driversOwn = pg.types.getTypeParser as (oid: number, format?: string) => Parser;

/** The driver's parsers, with ours for instants. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: string): Parser =>
    oid === timestamptz && format !== 'binary' ? parseInstant : driversOwn(oid, format),
};

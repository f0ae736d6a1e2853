import pg from 'pg';

/** The object id of `timestamptz`. */
const timestamptz = 1184;

const drivers = pg.types.getTypeParser(timestamptz) as (text: string) => Date;

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let at = from; at < to; at += 1) value = value * 10 + text.charCodeAt(at) - 48;
  return value;
};

/** Only what a session in UTC writes: `2026-11-20 07:00:00.123456+00`. */
const form = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** Reads an instant as the database writes it. The driver's own parser takes a tenth of the time of a long list. */
export const parseInstant = (text: string): Date => {
  if (!form.test(text)) return drivers(text);
  const fraction = text.slice(20, -3).padEnd(3, '0');
  return new Date(
    Date.UTC(
      digits(text, 0, 4),
      digits(text, 5, 7) - 1,
      digits(text, 8, 10),
      digits(text, 11, 13),
      digits(text, 14, 16),
      digits(text, 17, 19),
      text.length > 22 ? digits(fraction, 0, 3) : 0,
    ),
  );
};

type Parser = (value: string) => unknown;

const driversOwn = pg.types.getTypeParser as (oid: number, format?: string) => Parser;

/** The driver's parsers, with ours for instants. */
export const typeParsers = {
  getTypeParser: (oid: number, format?: string): Parser =>
    oid === timestamptz && format !== 'binary' ? parseInstant : driversOwn(oid, format),
};

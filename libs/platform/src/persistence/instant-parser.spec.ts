import pg from 'pg';
import { parseInstant } from './instant-parser.js';

const driver = pg.types.getTypeParser(1184) as (text: string) => Date;

describe('an instant from the database', () => {
  it.each([
    '2026-11-20 07:00:00+00',
    '2026-11-20 07:00:00.1+00',
    '2026-11-20 07:00:00.12+00',
    '2026-11-20 07:00:00.123+00',
    '2026-11-20 23:00:00.1239+00',
    '2024-02-29 07:08:09+00',
    '2026-11-20 00:00:00+00',
    '9999-12-31 23:59:59.999+00',
    '2026-11-20 07:00:00.123456+00',
    '2026-02-28 23:59:59.999999+00',
    '0099-01-01 00:00:00+00',
    '2026-11-20 07:00:00.5+02',
    '2026-11-20 07:00:00+05:30',
    '0001-01-01 00:00:00+00 BC',
  ])('%s is read as the driver reads it', (text) => {
    expect(parseInstant(text).getTime()).toBe(driver(text).getTime());
  });

  it('without an end is what the driver says', () => {
    expect(parseInstant('infinity')).toEqual(driver('infinity'));
  });
});

const millisecondsOfDay = 86_400_000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
let day = NaN;
let dayText = '';

/**
 * An instant in the form of the API: UTC without milliseconds, `2026-11-20T07:00:00Z`. It keeps the text of the last
 * day, because a list has many instants of few days, and `toISOString` would cost more than the rest of a row.
 */
export const timestamp = (at: Date): string => {
  const time = at.getTime();
  const current = Math.floor(time / millisecondsOfDay);
  if (current !== day) {
    dayText = at.toISOString().replace(/T.*/, 'T');
    day = current;
  }
  const second = Math.floor((time - current * millisecondsOfDay) / 1000);
  const minute = Math.floor(second / 60);
  return `${dayText}${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}Z`;
};

/** A day of a month, of a year (ordinal), or of a week. */
const date = /^(\d{4})(?:(-?)(\d\d)\2(\d\d)|-?(\d{3})|(-?)[Ww](\d\d)\6(\d))$/;
const clock = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d)(?:[.,](\d{1,9}))?)?)?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Reads an ISO 8601 instant, in the extended or the basic form; without an offset it is in UTC, and without a time
 * midnight. Answers milliseconds since the epoch; undefined if there is no such instant (30 February).
 */
export const parseTimestamp = (text: string): number | undefined => {
  const [day, time, ...more] = text.split(/[Tt]/, 3);
  const midnight = midnightOf(day);
  if (midnight === undefined || time === undefined) return midnight;
  const passed = more.length === 0 ? sinceMidnight(time) : undefined;
  return passed === undefined ? undefined : midnight + passed;
};

/** In UTC, so that an offset may lead into another day. */
const sinceMidnight = (text: string): number | undefined => {
  const match = clock.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = [1, 3, 4].map((at) => Number(match[at] ?? 0));
  const milliseconds = Number(`0.${match[5] ?? '0'}`) * 1000;
  const isEndOfDay = hour === 24 && minute + second + milliseconds === 0;
  // A minute may have a second more.
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 60) return undefined;
  const offset = minutesOf(match[6] ?? 'Z');
  if (offset === undefined) return undefined;
  return ((hour * 60 + minute - offset) * 60 + second) * 1000 + Math.floor(milliseconds);
};

const midnightOf = (text: string): number | undefined => {
  const match = date.exec(text);
  if (!match) return undefined;
  const [year, month, day, ofYear, week, ofWeek] = [1, 3, 4, 5, 7, 8].map((at) => Number(match[at] ?? 0));
  if (year === 0) return undefined;
  if (match[5] !== undefined) {
    const found = dayOf(year, 1, ofYear);
    return ofYear > 0 && found < dayOf(year + 1, 1, 1) ? found : undefined;
  }
  if (match[7] !== undefined) {
    const found = weekOf(year) + ((week - 1) * 7 + ofWeek - 1) * millisecondsOfDay;
    return week > 0 && ofWeek > 0 && ofWeek < 8 && found < weekOf(year + 1) ? found : undefined;
  }
  const at = new Date(dayOf(year, month, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined;
};

const dayOf = (year: number, month: number, day: number): number =>
  new Date(0).setUTCFullYear(year, month - 1, day);

/** The Monday of the first week of a year, which is that with 4 January. */
const weekOf = (year: number): number => {
  const fourth = dayOf(year, 1, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * millisecondsOfDay;
};

const minutesOf = (zone: string): number | undefined => {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

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

const form =
  /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d\d(?::?\d\d)?)$/;

/**
 * Reads an ISO 8601 instant with `Z` or an offset, or a date alone (midnight UTC). Answers milliseconds since the
 * epoch; undefined if there is no such instant (30 February).
 */
export const parseTimestamp = (text: string): number | undefined => {
  const plain = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  const match = form.exec(plain);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  const milliseconds = Number(`0.${match[7] ?? '0'}`) * 1000;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const offset = minutesOf(match[8]);
  if (offset === undefined) return undefined;
  return date.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1000 + Math.floor(milliseconds);
};

const minutesOf = (zone: string): number | undefined => {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
};

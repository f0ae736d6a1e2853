const time = String.raw`(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d{1,6})?)?`;
const day = String.raw`(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)`;
const plainTime = String.raw`(?<hour>\d\d)(?<minute>\d\d)(?:(?<second>\d\d)(?:[.,]\d{1,6})?)?`;
const plainDay = String.raw`(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)`;
const zone = String.raw`[+-](?<hours>\d\d)(?::?(?<minutes>\d\d))?`;

/** Dates as Subversion's clients read them between braces. */
const forms = [
  `${day}(?:T${time}(?:Z|${zone})?)?`,
  `${plainDay}(?:T${plainTime}(?:Z|${zone.replace(':?', '')})?)?`,
  `${day} ${time}(?: ${zone.replace(':?', '')})?`,
  time,
].map((form) => new RegExp(`^${form}$`));

const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether clients take that for a date: none before 1970, nor what stands for one of them. */
export const isMeantDate = (text: string): boolean => {
  const found = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return isAgo(text);
  const at = (name: string, otherwise = 0): number => Number(found[name] ?? otherwise);
  const [year, month, date] = [at('year', 2000), at('month', 1), at('day', 1)];
  if (year < 1970 || month < 1 || month > 12 || date < 1 || date > daysOf[month - 1]) return false;
  if (month === 2 && date === 29 && (year % 4 !== 0 || (year % 100 === 0 && year % 400 !== 0))) return false;
  return at('hour') < 24 && at('minute') < 60 && at('second') <= 60 && at('hours') < 24 && at('minutes') < 60;
};

const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const minute = 60_000;
const lengths: Readonly<Record<string, number>> = {
  min: minute,
  minute,
  hour: 60 * minute,
  day: 1_440 * minute,
  week: 7 * 1_440 * minute,
  month: 30 * 1_440 * minute,
  year: 365 * 1_440 * minute,
};

const isAgo = (text: string): boolean => {
  const [count = '', unit = '', ago, ...more] = text
    .split(' ')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (ago !== 'ago' || more.length > 0) return false;
  const length = lengths[unit.replace(/s$/, '')];
  const number = /^\+?\d+$/.test(count) ? Number(count) : numbers.indexOf(count);
  return length !== undefined && number >= 0 && Date.now() - number * length >= 0;
};

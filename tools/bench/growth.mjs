import { pageSection } from './page-section.mjs';

/** @import { Levels } from './levels.mjs' */

/**
 * How something went on after the warm-up: `mean`, and by how much it has grown from the beginning to the end by the
 * line through all that was seen, which one value that is off does not bend far.
 * @typedef {{ name: string, first: number, last: number, mean: number, growth: number, flat: boolean }} Course
 */

/**
 * What may come without a cause, where a tenth of the mean is less.
 * @type {[RegExp, number][]}
 */
const allowances = [
  [/ memory$/, 20],
  [/ event lag$/, 30],
  [/./, 8],
];

/** How much a line through values at equal distances rises from the first to the last. @param {number[]} values */
export const growthOf = (values) => {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const slope = values.reduce((sum, each, at) => sum + (at - middle) * (each - mean), 0) / (spread || 1);
  return slope * (values.length - 1);
};

/**
 * The courses of all that was seen more than once, after the first third, in which caches fill and connections are
 * made.
 * @param {Levels[]} seen at equal distances
 * @returns {Course[]}
 */
export const coursesOf = (seen) => {
  const after = seen.slice(Math.floor(seen.length / 3));
  const names = [...new Set(after.flatMap((levels) => Object.keys(levels)))];
  return names.flatMap((name) => {
    const values = after.map((levels) => levels[name]).filter((each) => each !== undefined);
    if (values.length < 2) return [];
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
    const growth = growthOf(values);
    const [, allowed = 0] = allowances.find(([pattern]) => pattern.test(name)) ?? [];
    const flat = growth <= Math.max(allowed, mean / 10);
    return [{ name, first: values[0], last: values[values.length - 1], mean, growth, flat }];
  });
};

const shown = (/** @type {number} */ value) =>
  Math.abs(value) < 10 ? value.toFixed(1) : String(Math.round(value));

/** The part of docs/benchmarks.md about a soak. @param {Course[]} courses @param {string[]} told lines about the run */
export const soakSection = (courses, told) => {
  const rows = courses.map(({ name, first, last, mean, growth, flat }) =>
    [name, ...[first, last, mean, growth].map(shown), flat ? 'yes' : '**no**'].join(' | '),
  );
  const head = ['after the warm-up', 'first', 'last', 'mean', 'growth', 'flat'];
  return [
    '## A soak',
    'Written by `node tools/bench/soak.mjs --write`: memory in MiB, event lag in seconds, all else counted. `growth` is ' +
      'that of the line through all minutes after the first third. It is flat where that is below a tenth of the mean, or ' +
      '20 MiB, 30 s, or 8 of what is counted.',
    told.map((line) => `- ${line}`).join('\n'),
    [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((line) => `| ${line} |`).join('\n'),
  ].join('\n\n');
};

/** What a page says of the last soak, and the page with another one. */
export const { of: soakIn, put: withSoak } = pageSection('soak');

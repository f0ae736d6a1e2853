import { afterCollection } from './levels.mjs';
import { pageSection } from './page-section.mjs';

/** @import { Levels } from './levels.mjs' */

/**
 * How something went on after the warm-up: `mean`, and by how much it has grown from the beginning to the end by the
 * line through all that was seen, which one value that is off does not bend far. What a process has in memory is a
 * saw-tooth, and of some so slow that a soak sees a part of one: where it was also measured after a collection, that
 * alone is judged, and `flat` is undefined here.
 * @typedef {{ name: string, first: number, last: number, most: number, mean: number, growth: number,
 *   flat?: boolean }} Course
 */

/**
 * What may come without a cause, where a tenth of the mean is less.
 * @type {[RegExp, number][]}
 */
const allowances = [
  [/ memory(?: after a collection)?$/, 20],
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

/** Where the warm-up ends, in which caches fill and connections are made: at the first third. @param {number} count */
export const warmUp = (count) => Math.floor(count / 3);

/**
 * The courses of all that was seen more than once after the warm-up.
 * @param {Levels[]} seen at equal distances
 * @returns {Course[]}
 */
export const coursesOf = (seen) => {
  const after = seen.slice(warmUp(seen.length));
  const names = [...new Set(after.flatMap((levels) => Object.keys(levels)))];
  return names.flatMap((name) => {
    const values = after.map((levels) => levels[name]).filter((each) => each !== undefined);
    if (values.length < 2) return [];
    const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
    const growth = growthOf(values);
    const [, allowed = 0] = allowances.find(([pattern]) => pattern.test(name)) ?? [];
    const flat = names.includes(afterCollection(name)) ? undefined : growth <= Math.max(allowed, mean / 10);
    const [first, last, most] = [values[0], values[values.length - 1], Math.max(...values)];
    return [{ name, first, last, most, mean, growth, flat }];
  });
};

const shown = (/** @type {number} */ value) =>
  Math.abs(value) < 10 ? value.toFixed(1) : String(Math.round(value));

const verdict = (/** @type {boolean | undefined} */ flat) =>
  flat === undefined ? '' : flat ? 'yes' : '**no**';

/** The part of docs/benchmarks.md about a soak. @param {Course[]} courses @param {string[]} told lines about the run */
export const soakSection = (courses, told) => {
  const rows = courses.map(({ name, first, last, most, mean, growth, flat }) =>
    [name, ...[first, last, most, mean, growth].map(shown), verdict(flat)].join(' | '),
  );
  const head = ['after the warm-up', 'first', 'last', 'most', 'mean', 'growth', 'flat'];
  return [
    '## A soak',
    'Written by `node tools/bench/soak.mjs --write`: memory in MiB, event lag in seconds, all else counted. `growth` is ' +
      'that of the line through all minutes after the first third. It is flat where that is below a tenth of the mean, or ' +
      '20 MiB, 30 s, or 8 of what is counted. Node collects what it does not need any more when it likes; whether its ' +
      'processes grow is judged by what they have in memory after they were made to, after the first third and in the end.',
    told.map((line) => `- ${line}`).join('\n'),
    [head.join(' | '), head.map(() => '---').join(' | '), ...rows].map((line) => `| ${line} |`).join('\n'),
  ].join('\n\n');
};

/** What a page says of the last soak, and the page with another one. */
export const { of: soakIn, put: withSoak } = pageSection('soak');

import { usedBetween } from './cpu.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {{ value: number, requests: number }} Outcome of a side that did many requests for its value */
/** @typedef {(round: number) => number | Outcome | Promise<number | Outcome>} Side answers its value in the unit */
/** @typedef {{ better: 'more' | 'less', target?: number }} Aim */

/**
 * The sides of a scenario, each of which takes the number of its round.
 * @typedef {object} Prepared
 * @property {Side} ours
 * @property {Side} [baseline]
 * @property {(round: number) => unknown} [before]
 * @property {() => string} [note]
 */

/**
 * @typedef {object} ScenarioOptions
 * @property {string} name
 * @property {string} title
 * @property {string} unit
 * @property {number} [rounds]
 * @property {false | number} [warmUp] how many rounds do not count; one by default
 * @property {string} [needs] the scenario of the same group that runs before it
 * @property {(bench: Bench) => Prepared | Promise<Prepared>} prepare
 */
/** @typedef {ScenarioOptions & Aim} Scenario */

/** The middle one of an odd number of values, the mean of the two middle ones otherwise. @param {number[]} values */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The value below which that share (0 to 1) of the values lies. @param {number[]} values @param {number} share */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

/** @param {() => unknown} run */
export const milliseconds = async (run) => {
  const from = performance.now();
  await run();
  return performance.now() - from;
};

/** The medians by name over records of which some may lack a name. @param {Record<string, number>[]} records */
export const mediansByName = (records) => {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return Object.fromEntries(names.map((name) => [name, median(records.map((record) => record[name] ?? 0))]));
};

/** @type {('ours' | 'baseline')[]} */
const sides = ['ours', 'baseline'];

/** @param {number | Outcome} answer */
const outcome = (answer) => (typeof answer === 'number' ? { value: answer, requests: 1 } : answer);

/**
 * The verdict on two medians: `held` is compared with the target, the ratio where there is a baseline, the value
 * otherwise.
 * @param {Aim} aim
 * @param {number} ours
 * @param {number} [baseline]
 */
export const judge = ({ target, better }, ours, baseline) => {
  const ratio = baseline === undefined ? undefined : ours / baseline;
  const held = ratio ?? ours;
  const holds = target === undefined ? undefined : better === 'more' ? held >= target : held <= target;
  return { ratio, holds };
};

/**
 * Runs both sides of a scenario in turn, after rounds that do not count, up to number 0. `sampleCpu` answers the CPU
 * that each process has used so far; what a side used is divided by its requests.
 * @template {Aim & Pick<ScenarioOptions, 'rounds' | 'warmUp'>} S
 * @param {S} scenario
 * @param {{ rounds: number, sampleCpu?: () => Record<string, number> }} run
 * @param {Prepared} prepared
 */
export const measure = async (scenario, { rounds, sampleCpu = () => ({}) }, prepared) => {
  const { ours, baseline, before = () => undefined, note } = prepared;
  const values = { ours: /** @type {number[]} */ ([]), baseline: /** @type {number[]} */ ([]) };
  const cpu = {
    ours: /** @type {Record<string, number>[]} */ ([]),
    baseline: /** @type {Record<string, number>[]} */ ([]),
  };
  const { warmUp = 1 } = scenario;
  for (let round = 1 - Number(warmUp); round <= (scenario.rounds ?? rounds); round += 1) {
    await before(round);
    // The order changes so that neither side always meets the state that the other one leaves.
    for (const side of round % 2 ? sides : sides.toReversed()) {
      const run = { ours, baseline }[side];
      if (!run) continue;
      const from = sampleCpu();
      const { value, requests } = outcome(await run(round));
      if (round <= 0) continue;
      values[side].push(value);
      cpu[side].push(usedBetween(from, sampleCpu(), requests));
    }
  }
  const one = median(values.ours);
  const other = baseline && median(values.baseline);
  return {
    ...scenario,
    ours: one,
    baseline: other,
    ...judge(scenario, one, other),
    cpu: { ours: mediansByName(cpu.ours), baseline: mediansByName(cpu.baseline) },
    note: note?.(),
  };
};

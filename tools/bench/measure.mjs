import { usedBetween } from './cpu.mjs';

/** The middle one of an odd number of values, the mean of the two middle ones otherwise. */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** The value below which that share (0 to 1) of the values lies. */
export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

export const milliseconds = async (run) => {
  const from = performance.now();
  await run();
  return performance.now() - from;
};

/** The medians by name over records of which some may lack a name. */
export const mediansByName = (records) => {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return Object.fromEntries(names.map((name) => [name, median(records.map((record) => record[name] ?? 0))]));
};

/** What a side answers: a number, or `{ value, requests }` when it did many requests for it. */
const outcome = (answer) => (typeof answer === 'number' ? { value: answer, requests: 1 } : answer);

/**
 * The verdict on two medians: `held` is compared with the target, the ratio where there is a baseline, the value
 * otherwise.
 */
export const judge = ({ target, better }, ours, baseline) => {
  const ratio = baseline === undefined ? undefined : ours / baseline;
  const held = ratio ?? ours;
  const holds = target === undefined ? undefined : better === 'more' ? held >= target : held <= target;
  return { ratio, holds };
};

/**
 * Runs both sides of a scenario in turn, after a round that does not count. A scenario is
 * `{ name, title, unit, better: 'more' | 'less', target?, rounds?, warmUp?, prepare(bench) }`; `prepare` answers
 * `{ ours, baseline?, before?, note? }`. A side takes the number of its round and answers its value in the unit.
 * `sampleCpu` answers the CPU that each process has used so far; what a side used is divided by its requests.
 */
export const measure = async (scenario, { rounds, sampleCpu = () => ({}) }, prepared) => {
  const { ours, baseline, before = () => undefined, note } = prepared;
  const values = { ours: [], baseline: [] };
  const cpu = { ours: [], baseline: [] };
  for (let round = scenario.warmUp === false ? 1 : 0; round <= (scenario.rounds ?? rounds); round += 1) {
    await before(round);
    // The order changes so that neither side always meets the state that the other one leaves.
    const sides = round % 2 ? ['ours', 'baseline'] : ['baseline', 'ours'];
    for (const side of sides) {
      const run = { ours, baseline }[side];
      if (!run) continue;
      const from = sampleCpu();
      const { value, requests } = outcome(await run(round));
      if (round === 0) continue;
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

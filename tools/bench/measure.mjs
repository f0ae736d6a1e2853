/** The middle one of an odd number of values, the mean of the two middle ones otherwise. */
export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/**
 * Runs both sides of a scenario in turn, a warm-up round first. A scenario is
 * `{ name, title, unit, better: 'more' | 'less', target?, ours, baseline? }`: both answer a number in the unit, and the
 * ratio of their medians is held against the target.
 */
export const measure = async (scenario, { rounds }) => {
  const { ours, baseline, before = () => undefined, rounds: own } = scenario;
  const values = { ours: [], baseline: [] };
  for (let round = 0; round <= (own ?? rounds); round += 1) {
    await before(round);
    // The order changes so that neither side always meets the state that the other one leaves.
    const sides = round % 2 ? ['ours', 'baseline'] : ['baseline', 'ours'];
    for (const side of sides) {
      const run = { ours, baseline }[side];
      if (!run) continue;
      const value = await run(round);
      if (round > 0) values[side].push(value);
    }
  }
  const [one, other] = [median(values.ours), baseline && median(values.baseline)];
  const ratio = baseline && one / other;
  const held = baseline ? ratio : one;
  const { target, better } = scenario;
  const met = target === undefined ? undefined : better === 'more' ? held >= target : held <= target;
  return { ...scenario, ours: one, baseline: other, ratio, met, spread: spread(values.ours) };
};

const spread = (values) => [Math.min(...values), Math.max(...values)];

export const milliseconds = async (run) => {
  const from = performance.now();
  await run();
  return performance.now() - from;
};

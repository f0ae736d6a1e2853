// Steps of a test that is no Jest's, what they ask for, and how they end.
import { Complaint } from './complaint.mjs';
import { noTotals } from './test-totals.mjs';

/** @import { Outcome } from './setup/execute.mjs' */

/** @param {Outcome} outcome */
export const must = ({ ok, output }) => {
  if (!ok) throw new Complaint(output);
  return output;
};

/** @param {boolean} holds @param {string} what */
export const holdsThat = (holds, what) => {
  if (!holds) throw new Complaint(what);
};

/**
 * Does steps in their order, says how each has ended, and answers their totals.
 * @param {[string, () => Promise<void>][]} steps
 * @param {{ patterns?: string[], chained?: boolean }} [options] `patterns`: of the names of those that are done, where
 * there are some; `chained`: each stands on those before it, so that nothing is done after one that has failed
 */
export const runSteps = async (steps, { patterns = [], chained = false } = {}) => {
  const totals = { ...noTotals };
  for (const [name, step] of steps) {
    if (patterns.length && !patterns.some((pattern) => new RegExp(pattern, 'i').test(name))) continue;
    try {
      await step();
      totals.passed += 1;
      process.stdout.write(`passed | ${name}\n`);
    } catch (error) {
      totals.failed += 1;
      process.stdout.write(`FAILED | ${name}\n${error instanceof Error ? error.message : String(error)}\n`);
      if (chained) break;
    }
  }
  return totals;
};

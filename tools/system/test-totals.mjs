/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * What is read of Jest's JSON output.
 * @typedef {object} JestOutput
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numRuntimeErrorTestSuites
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 */

/** @type {Totals} */
export const noTotals = { passed: 0, failed: 0, skipped: 0 };

/** @param {Totals} a @param {Totals} b @returns {Totals} */
export const addTotals = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * The totals of a Jest run from its JSON output (undefined: it wrote none) and its exit status.
 * A file that could not be run at all counts as one failure, and so does a run that failed without saying where.
 * @param {JestOutput | undefined} output
 * @param {number | null} status
 */
export const totalsOf = (output, status) => {
  const totals = output
    ? {
        passed: output.numPassedTests,
        failed: output.numFailedTests + output.numRuntimeErrorTestSuites,
        skipped: output.numPendingTests + output.numTodoTests,
      }
    : noTotals;
  return status !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
};

/** @param {Totals} totals */
export const totalsLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * The exit status: 1 when something failed, nothing ran, or (strict) something was skipped.
 * @param {Totals} totals
 * @param {{ strict: boolean }} options
 */
export const verdict = ({ passed, failed, skipped }, { strict }) =>
  failed > 0 || passed + failed === 0 || (strict && skipped > 0) ? 1 : 0;

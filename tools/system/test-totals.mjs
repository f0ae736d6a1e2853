export const noTotals = { passed: 0, failed: 0, skipped: 0 };

export const addTotals = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/**
 * The totals of a Jest run from its JSON output (undefined: it wrote none) and its exit status.
 * A file that could not be run at all counts as one failure, and so does a run that failed without saying where.
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

export const totalsLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** The exit status: 1 when something failed, nothing ran, or (strict) something was skipped. */
export const verdict = ({ passed, failed, skipped }, { strict }) =>
  failed > 0 || passed + failed === 0 || (strict && skipped > 0) ? 1 : 0;

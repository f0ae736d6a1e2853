import { addTotals, noTotals, totalsLine, totalsOf, verdict } from './test-totals.mjs';

describe('the totals of a test run', () => {
  /** @param {Partial<import('./test-totals.mjs').JestOutput>} numbers */
  const output = (numbers) => ({
    numPassedTests: 0,
    numFailedTests: 0,
    numRuntimeErrorTestSuites: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    ...numbers,
  });

  it('count a file that cannot be run as a failure', () => {
    expect(totalsOf(output({ numPassedTests: 3, numRuntimeErrorTestSuites: 1 }), 1)).toMatchObject({
      failed: 1,
    });
  });

  it('count a run that failed without saying where', () => {
    expect(totalsOf(output({ numPassedTests: 3 }), 1)).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(totalsOf(undefined, 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('are added and told in one line', () => {
    const sum = addTotals({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 0, skipped: 1 });
    expect(totalsLine(sum)).toBe('11 passed, 2 failed, 4 skipped');
  });

  it('are no success when nothing ran, and in CI when something was skipped', () => {
    expect(verdict(noTotals, { strict: false })).toBe(1);
    expect(verdict({ passed: 1, failed: 0, skipped: 1 }, { strict: false })).toBe(0);
    expect(verdict({ passed: 1, failed: 0, skipped: 1 }, { strict: true })).toBe(1);
  });
});

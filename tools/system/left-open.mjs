import { existsSync } from 'node:fs';

/** @import { ChildProcess } from 'node:child_process' */

/**
 * Ends a run of tests that goes on though its results are written: what a test has left open would keep it running for
 * ever. Answers whether that was so, when it has ended.
 * @param {ChildProcess} child
 * @param {string} results the file
 * @param {{ every?: number, grace?: number }} [times] how often is looked, and how long it may go on (ms)
 * @returns {Promise<boolean>}
 */
export const endLeftOpen = (child, results, { every = 1_000, grace = 30_000 } = {}) =>
  new Promise((done) => {
    let isLeft = false;
    /** @type {NodeJS.Timeout | undefined} */
    let end;
    const look = setInterval(() => {
      if (!existsSync(results)) return;
      clearInterval(look);
      end = setTimeout(() => (isLeft = child.kill('SIGKILL')), grace);
    }, every);
    child.once('close', () => {
      clearInterval(look);
      clearTimeout(end);
      done(isLeft);
    });
  });

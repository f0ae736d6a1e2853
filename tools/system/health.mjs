import http from 'node:http';
import https from 'node:https';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks once; the status is 0 when nobody answers. The certificate may be self-signed.
 * @param {string} url
 * @returns {Promise<{ status: number, body: string }>}
 */
const probe = (url) =>
  new Promise((done) => {
    const request = (url.startsWith('https:') ? https : http).get(
      url,
      { agent: false, timeout: 2_000, rejectUnauthorized: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => (body = (body + chunk).slice(0, 2_000)));
        response.once('end', () => done({ status: response.statusCode ?? 0, body }));
        response.once('error', (error) => done({ status: 0, body: error.message }));
      },
    );
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', (error) => done({ status: 0, body: error.message }));
  });

/** Others have most of the processors: some parts, which yield to others, come up in minutes then. */
const isBusy = () => loadavg()[0] > 3 * availableParallelism();

/**
 * Waits until `<door>/health/ready` answers 200, and answers nothing then; after `milliseconds`, or three times as long
 * on a busy machine, it answers what is wrong. `check` runs between the probes and may throw; while it answers true the
 * time does not run.
 * @param {string} door
 * @param {number} milliseconds
 * @param {() => boolean} check
 */
export const whenReady = async (door, milliseconds, check = () => false) => {
  let begun = Date.now();
  for (;;) {
    const { status, body } = await probe(`${door}/health/ready`);
    if (status === 200) return undefined;
    if (check()) begun = Date.now();
    const waited = Date.now() - begun;
    if (waited > milliseconds * (isBusy() ? 3 : 1))
      return `Not ready after ${Math.round(waited / 1000)} s: ${door}/health/ready gives ${status || 'no'} answer. ${body.trim()}`;
    await sleep(40);
  }
};

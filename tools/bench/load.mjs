import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parsed } from '../system/private-files.mjs';
import { lowerSession } from '../system/session-priority.mjs';

const scripts = join(import.meta.dirname, 'wrk');

/**
 * @typedef {object} Rate how a run of wrk is asked for
 * @property {string} url
 * @property {number} connections
 * @property {number} seconds
 * @property {Record<string, string>} [headers]
 * @property {string} [script] one of wrk/*.lua
 * @property {Record<string, string>} [variables] of the script
 */
/**
 * What wrk/summary.lua prints; latencies in milliseconds.
 * @typedef {Record<'requests' | 'seconds' | 'bytes' | 'rate' | 'p50' | 'p99' | 'failures', number>} Summary
 */

/**
 * Runs a program to its end and answers its output; a failure is an error.
 * @param {string} program
 * @param {string[]} args
 * @param {{ input?: string | Buffer, nice?: number, cwd?: string, env?: NodeJS.ProcessEnv, detached?: boolean }}
 * [options]
 *   `nice`: of the session that it leads
 * @returns {Promise<string>}
 */
export const run = (program, args, { input, nice, ...options } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
    if (nice !== undefined && child.pid) void lowerSession(child.pid, nice);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => output.push(chunk));
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += chunk));
    child.once('error', fail);
    child.once('close', (status) =>
      status === 0
        ? done(Buffer.concat(output).toString())
        : fail(new Error(`${program} ${args.join(' ')}: ${errors}`)),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/**
 * What wrk/summary.lua printed last. Throws when requests failed, were answered by an error, or when there was none.
 * @param {string} output
 */
export const parseSummary = (output, url = 'the address') => {
  const at = output.lastIndexOf('{"requests"');
  if (at < 0) throw new Error(`wrk said nothing about ${url}: ${output.slice(0, 500)}`);
  const summary = /** @type {Summary} */ (parsed(output.slice(at)));
  if (summary.failures > 0)
    throw new Error(`${summary.failures} of ${summary.requests} requests to ${url} failed`);
  if (summary.requests + summary.bytes === 0) throw new Error(`${url} did not answer`);
  return summary;
};

/**
 * Sends requests to an address for some seconds, as many as `connections` at once.
 * @param {Rate} rate
 */
export const requests = async ({
  url,
  connections,
  seconds,
  headers = {},
  script = 'get',
  variables = {},
}) => {
  const args = [
    ...['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s'],
    ...['-s', join(scripts, `${script}.lua`)],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ];
  return parseSummary(await run('wrk', args, { env: { ...process.env, ...variables } }), url);
};

/** What scenarios are measured in whose sides are rates. */
export const inRequests = /** @type {const} */ ({ unit: 'requests/s', better: 'more' });

/** The same, as a side of a scenario in requests per second. @param {Rate} options */
export const requestRate = async (options) => {
  const { rate, requests: count } = await requests(options);
  return { value: rate, requests: count };
};

/** As a side in milliseconds that half of the requests take at most. @param {Rate} options */
export const middleLatency = async (options) => {
  const { p50, requests: count } = await requests(options);
  return { value: p50, requests: count };
};

/** As a side in megabytes of bodies per second. @param {Rate} options */
export const byteRate = async (options) => {
  const { bytes, seconds, requests: count } = await requests(options);
  return { value: bytes / 1e6 / seconds, requests: count };
};

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { lowerSession } from '../system/session-priority.mjs';

const scripts = join(import.meta.dirname, 'wrk');

/** Runs a program to its end and answers its output; a failure is an error. `nice`: of the session that it leads. */
export const run = (program, args, { input, nice, ...options } = {}) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
    if (nice !== undefined) void lowerSession(child.pid, nice);
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
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
 * What wrk/summary.lua printed last: `{ requests, seconds, bytes, rate, p50, p99, failures }`, latencies in
 * milliseconds. Throws when requests failed, were answered by an error, or when there was none.
 */
export const parseSummary = (output, url = 'the address') => {
  const at = output.lastIndexOf('{"requests"');
  if (at < 0) throw new Error(`wrk said nothing about ${url}: ${output.slice(0, 500)}`);
  const summary = JSON.parse(output.slice(at));
  if (summary.failures > 0)
    throw new Error(`${summary.failures} of ${summary.requests} requests to ${url} failed`);
  if (summary.requests + summary.bytes === 0) throw new Error(`${url} did not answer`);
  return summary;
};

/**
 * Sends requests to an address for some seconds, as many as `connections` at once.
 * `script`: one of wrk/*.lua, with its variables.
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
export const inRequests = { unit: 'requests/s', better: 'more' };

/** The same, as a side of a scenario in requests per second. */
export const requestRate = async (options) => {
  const { rate, requests: count } = await requests(options);
  return { value: rate, requests: count };
};

/** As a side in milliseconds that half of the requests take at most. */
export const middleLatency = async (options) => {
  const { p50, requests: count } = await requests(options);
  return { value: p50, requests: count };
};

/** As a side in megabytes of bodies per second. */
export const byteRate = async (options) => {
  const { bytes, seconds, requests: count } = await requests(options);
  return { value: bytes / 1e6 / seconds, requests: count };
};

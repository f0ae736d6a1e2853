import { spawn } from 'node:child_process';
import { join } from 'node:path';

const scripts = join(import.meta.dirname, 'wrk');

/** Runs a program to its end and answers its output; a failure is an error. */
export const run = (program, args, options = {}) =>
  new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
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
    child.stdin.end(options.input);
  });

/**
 * Requests per second that wrk gets from an address; an answer that is no success ends the run.
 * `script`: one of wrk/*.lua, with its variables.
 */
export const requestRate = async ({
  url,
  connections,
  seconds,
  headers = {},
  script = 'get',
  variables = {},
}) => {
  const output = await run(
    'wrk',
    [
      ...[
        '-t1',
        `-c${connections}`,
        `-d${seconds}s`,
        '--timeout',
        '30s',
        '-s',
        join(scripts, `${script}.lua`),
      ],
      ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
      url,
    ],
    { env: { ...process.env, ...variables } },
  );
  const summary = JSON.parse(output.slice(output.lastIndexOf('{"requests"')));
  if (summary.failures > 0)
    throw new Error(`${summary.failures} of ${summary.requests} requests to ${url} failed`);
  return summary;
};

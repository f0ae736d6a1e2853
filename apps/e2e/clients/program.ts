import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether this machine has a program of that name. */
export const onPath = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, program)));

export interface Ended {
  status: number;
  /** Everything that was printed, both streams in order of arrival. */
  output: string;
  stdout: string;
}

export interface ProgramOptions {
  cwd: string;
  env?: Record<string, string>;
  input?: string | Buffer;
  /** Milliseconds after which it is killed. */
  timeout?: number;
  /** By which it is killed. */
  signal?: AbortSignal;
}

/** Runs a program with a written environment; a program that does not start is an error, one that fails is not. */
export const run = (program: string, args: readonly string[], options: ProgramOptions): Promise<Ended> =>
  new Promise((done, fail) => {
    const { cwd, env = {}, input, timeout = 100_000, signal } = options;
    const child = spawn(program, args, {
      cwd,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: cwd, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      timeout,
      signal,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => {
      stdout.push(chunk);
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => {
      if (error.name !== 'AbortError') fail(error);
    });
    child.once('close', (code) =>
      done({ status: code ?? 137, output, stdout: Buffer.concat(stdout).toString() }),
    );
    child.stdin.on('error', () => undefined); // it may end without reading
    child.stdin.end(input);
  });

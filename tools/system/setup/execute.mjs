import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The full path of a program on PATH, or undefined. */
export const which = (name) => {
  for (const directory of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const file = join(directory, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // not here
    }
  }
  return undefined;
};

/** Runs a program and answers `{ ok, output }`, stdout and stderr together. For short answers only. */
export const ask = (file, ...args) => {
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}`.trim() };
};

/**
 * Runs a program that takes long, without input, in a directory. Its output is kept and shown only on failure
 * (`output`); with `show` it goes to stderr as it comes.
 */
export const perform = (file, args, { cwd, env = process.env, show = false } = {}) =>
  new Promise((done) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', show ? 2 : 'pipe', show ? 2 : 'pipe'] });
    let output = '';
    const keep = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => done({ ok: false, output: error.message }));
    child.once('close', (code) => done({ ok: code === 0, output: output.trim() }));
  });

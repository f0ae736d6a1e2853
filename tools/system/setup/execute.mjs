import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @typedef {{ ok: boolean, output: string }} Outcome how a program ended, and what it said */

/** The full path of a program on PATH, or undefined. @param {string} name */
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

/**
 * Runs a program; its output is stdout and stderr together. For short answers only.
 * @param {string} file
 * @param {string[]} args
 * @returns {Outcome}
 */
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
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options]
 * @returns {Promise<Outcome>}
 */
export const perform = (file, args, { cwd, env = process.env, show = false } = {}) =>
  new Promise((done) => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', show ? 2 : 'pipe', show ? 2 : 'pipe'] });
    let output = '';
    /** @param {Buffer} chunk */
    const keep = (chunk) => (output = (output + chunk.toString()).slice(-20_000));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.once('error', (error) => done({ ok: false, output: error.message }));
    child.once('close', (code) => done({ ok: code === 0, output: output.trim() }));
  });

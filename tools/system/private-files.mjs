import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './failure.mjs';

/** What a JSON text says. Who reads it says what that is. @param {string} text @returns {unknown} */
export const parsed = (text) => JSON.parse(text);

/** Makes the directory with its parents; nobody but the owner may enter it. @param {string} path */
export const privateDirectory = (path) => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  return path;
};

/**
 * Replaces the file as a whole: a reader sees the old text or the new one, also when the machine has lost its power.
 * @param {string} path
 * @param {string} text
 * @param {number} mode who may do what with it; if nothing is said its owner alone reads it
 */
export const writePrivate = (path, text, mode = 0o600) => {
  const draft = `${path}.${process.pid}.new`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode, flag: 'wx', flush: true });
  renameSync(draft, path);
  const names = openSync(dirname(path), 'r');
  fsyncSync(names);
  closeSync(names);
};

/** @param {string} path @param {unknown} value */
export const writePrivateJson = (path, value) => writePrivate(path, `${JSON.stringify(value, null, 2)}\n`);

/**
 * The parsed file, or undefined when it is absent or was cut off. Who owns a file says what is in it.
 * @param {string} path
 * @returns {unknown}
 */
export const readJson = (path) => {
  try {
    return parsed(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

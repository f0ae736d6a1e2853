import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { codeOf } from './failure.mjs';
import { parsed } from './private-files.mjs';

const largest = 64 * 1024 * 1024;

/** It may have been set aside when no other one could be made. @param {string} path */
const setAside = (path) => {
  try {
    renameSync(path, `${path}.1`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
};

/**
 * A log file that is set aside as `<file>.1` when it grows past 64 MiB.
 * Lines that cannot be written are lost: a full disk must not end the supervisor.
 * @param {string} path
 */
const rotatingFile = (path) => {
  let fd = openSync(path, 'a', 0o600);
  let size = fstatSync(fd).size;
  /** @param {string} text */
  const write = (text) => {
    if (size > largest) {
      setAside(path);
      const next = openSync(path, 'a', 0o600);
      closeSync(fd);
      fd = next;
      size = 0;
    }
    size += writeSync(fd, text);
  };
  return (/** @type {string} */ text) => {
    try {
      write(text);
    } catch {
      // told above
    }
  };
};

/** @type {Record<string, string>} */
const levels = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const notShown = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'name', 'service']);

/** @typedef {(part: string) => (line: string) => void} LogFor */

/**
 * One line of a service, made readable when it is a JSON record. Others may have said some of it, and a terminal would
 * do what control characters of theirs tell it.
 * @param {string} line
 */
export const readable = (line) => said(line).replace(/[^\P{Cc}\n\t]/gu, '\ufffd');

/** @param {string} line */
const said = (line) => {
  if (!line.startsWith('{')) return line;
  try {
    const record = /** @type {Record<string, unknown>} */ (parsed(line));
    if (typeof record.msg !== 'string') return line;
    const rest = Object.entries(record)
      .filter(([key]) => !notShown.has(key))
      .map(([key, value]) => `${key}=${shown(value)}`);
    return [levels[String(record.level)] ?? record.level, record.msg, ...rest].join(' ');
  } catch {
    return line;
  }
};

/** A text of one line as it is. @param {unknown} value */
const shown = (value) =>
  typeof value === 'string' && !/\p{Cc}/u.test(value) ? value : JSON.stringify(value);

/**
 * The log of an installation: `logFor(part)` answers a function that takes that part's lines.
 * The file gets every line as it came, with the time; `show` (if given) gets it made readable.
 * @param {string} path
 * @param {(text: string) => void} [show]
 * @returns {LogFor}
 */
export const openLog = (path, show) => {
  const write = rotatingFile(path);
  return (part) => {
    const label = part.padEnd(10);
    return (line) => {
      write(`${new Date().toISOString()} ${label} | ${line}\n`);
      show?.(`${label} | ${readable(line)}\n`);
    };
  };
};

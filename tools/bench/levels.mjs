import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { memoryOf, processesOf } from './cpu.mjs';

const collect = join(import.meta.dirname, 'collect.mjs');

/** @import { Parts } from './cpu.mjs' */
/**
 * What is watched in a soak, by the name of a part and of what it has: `gateway files`.
 * @typedef {Record<string, number>} Levels
 */

/** The services, which say how they are. */
const services = ['gateway', 'identity', 'repository', 'artifact'];

/** The open files of a process, and how many of them are connections. @param {number} pid */
const openOf = (pid) => {
  const directory = `/proc/${pid}/fd`;
  /** @type {string[]} */
  let links = [];
  try {
    links = readdirSync(directory).map((each) => {
      try {
        return readlinkSync(join(directory, each));
      } catch {
        return ''; // closed meanwhile
      }
    });
  } catch {
    // it has ended
  }
  return { files: links.length, connections: links.filter((each) => each.startsWith('socket:')).length };
};

/** Where the log says that a part is asked how it is. @param {string} log @param {string} part */
const healthPort = (log, part) =>
  [...log.matchAll(new RegExp(`^\\S+ ${part} +\\| .*"health":(\\d+).*"the health port is open"`, 'gm'))].at(
    -1,
  )?.[1];

/** The values of a metric, added up; undefined: there is none. @param {string} text @param {string} name */
const valueOf = (text, name) => {
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? ([-+.0-9e]+)$`, 'gm'))];
  return values.length ? values.reduce((sum, [, value]) => sum + Number(value), 0) : undefined;
};

/** What a service says of itself, by the name that it has here. */
const told = {
  handles: 'nodejs_active_handles_total',
  requests: 'nodejs_active_requests_total',
  'event lag': 'holdfast_events_lag_seconds',
};

/**
 * What the Node processes have in memory (MiB) once they have collected what they do not need any more: what they had
 * before depends on when each of them did that last.
 * @param {{ parts: () => Parts }} installation
 * @returns {Promise<Levels>}
 */
export const levelsAfterCollection = async ({ parts }) => {
  const now = parts();
  const nodes = processesOf(now).filter(({ node }) => node);
  // One at a time: their inspectors have one port. Node 20 knows web sockets if it is asked to.
  for (const { pid } of nodes)
    await promisify(execFile)(process.execPath, ['--experimental-websocket', collect, String(pid)]);
  const names = new Set(nodes.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(memoryOf(now))
      .filter(([name]) => names.has(name))
      .map(([name, bytes]) => [afterCollection(`${name} memory`), bytes / 2 ** 20]),
  );
};

/** Under which name that is found. @param {string} level the name of what a process has before */
export const afterCollection = (level) => `${level} after a collection`;

/**
 * Memory (MiB), open files and connections of each process that goes on, without those that engines start for one
 * exchange; handles and requests that Node has, and the age of the oldest event that waits (s), of each service.
 * @param {{ home: string, parts: () => Parts }} installation
 * @returns {Promise<Levels>}
 */
export const levelsOf = async ({ home, parts }) => {
  const now = parts();
  const levels = /** @type {Levels} */ ({});
  for (const [name, bytes] of Object.entries(memoryOf(now)))
    if (name !== 'git') levels[`${name} memory`] = bytes / 2 ** 20;
  for (const { pid, name } of processesOf(now)) {
    if (name === 'git') continue;
    for (const [what, count] of Object.entries(openOf(pid)))
      levels[`${name} ${what}`] = (levels[`${name} ${what}`] ?? 0) + count;
  }
  const log = readFileSync(join(home, 'log/holdfast.log'), 'utf8');
  for (const part of services) {
    const port = healthPort(log, part);
    if (!port) continue;
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    for (const [what, metric] of Object.entries(told)) {
      const value = valueOf(text, metric);
      if (value !== undefined) levels[`${part} ${what}`] = value;
    }
  }
  return levels;
};

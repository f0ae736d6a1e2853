import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100; // USER_HZ, the unit of /proc/<pid>/stat on every Linux

/** @typedef {{ pid: number, parent: number, own: number, children: number }} ProcessTimes microseconds of CPU */
/** @typedef {Record<string, number>} Parts the first process of each part, by name */

/** @param {number} pid @param {string} file */
const read = (pid, file) => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // it has ended
  }
};

/**
 * Parent and microseconds of CPU, own and of the children that were waited for, from a line of /proc/<pid>/stat.
 * @param {string} line
 */
export const parseStat = (line) => {
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user, system, childUser, childSystem] = fields.slice(11, 15);
  /** @param {number} ticks */
  const microseconds = (ticks) => (ticks * 1e6) / ticksPerSecond;
  return {
    parent: fields[1],
    own: microseconds(user + system),
    children: microseconds(childUser + childSystem),
  };
};

/** All processes of this machine. @returns {ProcessTimes[]} */
const allProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .map((pid) => ({ pid, line: read(pid, 'stat') }))
    .filter(({ line }) => line)
    .map(({ pid, line }) => ({ pid, ...parseStat(line) }));

/**
 * The process and all its descendants among those processes.
 * @template {{ pid: number, parent: number }} T
 * @param {number} pid
 * @param {T[]} processes
 * @returns {T[]}
 */
export const descendants = (pid, processes) => {
  const root = processes.find((each) => each.pid === pid);
  if (!root) return [];
  const below = processes.filter((each) => each.parent === pid && each.pid !== pid);
  return [root, ...below.flatMap((each) => descendants(each.pid, processes))];
};

/**
 * The name under which a process is counted: its part's, unless it is the byte process beside the part's main program.
 * @param {string} part
 * @param {string[]} command
 */
export const nameOf = (part, command) => {
  const program = command.find((each) => each.endsWith('main.js'));
  if (!program) return part;
  return program.endsWith('/byte-process/main.js') ? `${part} byte process` : part;
};

/** @param {string[]} command */
const isNode = (command) => /(^|\/)node$/.test(command[0] ?? '');

/**
 * The processes of each part. What a Node process has started counts as `git`, everything else as its part.
 * @param {Parts} parts
 */
export const processesOf = (parts) => {
  const processes = allProcesses();
  return Object.entries(parts).flatMap(([part, pid]) => {
    const members = descendants(pid, processes).map((each) => ({
      ...each,
      command: read(each.pid, 'cmdline').split('\0'),
    }));
    const nodes = members.some(({ command }) => isNode(command));
    return members.map(({ command, ...each }) => ({
      ...each,
      node: isNode(command),
      name: nodes && !isNode(command) ? 'git' : nameOf(part, command),
      childName: nodes ? 'git' : part,
    }));
  });
};

/** Microseconds of CPU that the parts have used so far, by name. @param {Parts} parts */
export const cpuOf = (parts) => {
  /** @type {Record<string, number>} */
  const used = {};
  for (const { name, childName, own, children } of processesOf(parts)) {
    used[name] = (used[name] ?? 0) + own;
    used[childName] = (used[childName] ?? 0) + children;
  }
  return used;
};

/**
 * Microseconds for each request between two samples, without those that used nothing.
 * @param {Record<string, number>} from
 * @param {Record<string, number>} to
 * @param {number} requests
 */
export const usedBetween = (from, to, requests) =>
  Object.fromEntries(
    Object.entries(to)
      .map(([name, used]) => ({ name, each: (used - (from[name] ?? 0)) / Math.max(1, requests) }))
      .filter(({ each }) => each > 0)
      .map(({ name, each }) => [name, each]),
  );

/** The largest resident size in bytes of the processes of each name. @param {Parts} parts */
export const memoryOf = (parts) => {
  /** @type {Record<string, number>} */
  const sizes = {};
  for (const { pid, name } of processesOf(parts)) {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status')) ?? [];
    if (kilobytes) sizes[name] = Math.max(sizes[name] ?? 0, Number(kilobytes) * 1024);
  }
  return sizes;
};

// node tools/bench/soak.mjs [--minutes N] [--write]; see README.md
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command, Complaint } from '../system/complaint.mjs';
import { madeOnce } from './bench.mjs';
import { checkout } from '../system/paths.mjs';
import { coursesOf, soakSection, warmUp, withSoak } from './growth.mjs';
import { Installation } from './installation.mjs';
import { levelsAfterCollection, levelsOf } from './levels.mjs';
import { loadNow } from './machine.mjs';
import { percentile } from './measure.mjs';
import { mixedLoad } from './mixed-load.mjs';

/** MiB that no Node process may have at the end of a minute. */
const most = 250;

/** @import { Levels } from './levels.mjs' */
/** @import { Course } from './growth.mjs' */

/** What the Node processes have in memory, and no other one is judged by. @param {Levels} levels */
const nodeMemory = (levels) =>
  Object.entries(levels)
    .filter(([name]) => / memory$/.test(name) && !/^(?:postgres|nats) /.test(name))
    .map(([, size]) => size);

/** @param {number} minute @param {Levels} levels @param {number[]} times */
const line = (minute, levels, times) => {
  const shown = Object.entries(levels).map(([name, level]) => `${name} ${Math.round(level)}`);
  const slow = percentile(times, 0.99).toFixed(1);
  return `minute ${minute}: ${shown.join(', ')}; GET of a branch ${slow} ms (99th percentile of ${times.length})\n`;
};

/**
 * Puts what was found into docs/benchmarks.md, beside what the benchmarks have written.
 * @param {Course[]} courses
 * @param {string[]} told
 */
const write = async (courses, told) => {
  const { format, resolveConfig } = await import('prettier');
  const path = join(checkout, 'docs/benchmarks.md');
  const style = { ...(await resolveConfig(path)), parser: 'markdown' };
  writeFileSync(path, await format(withSoak(readFileSync(path, 'utf8'), soakSection(courses, told)), style));
};

/**
 * @param {Pick<import('./bench.mjs').Bench, 'directory' | 'once' | 'installation'>} bench
 * @param {number} minutes
 */
const soak = async (bench, minutes) => {
  const { installation } = bench;
  const load = await mixedLoad(bench);
  const parts = () => installation.parts();
  /** @type {Levels[]} */
  const seen = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const times = await load.run(60);
    const levels = await levelsOf({ home: installation.home, parts });
    if (minute === minutes || minute === warmUp(minutes) + 1)
      Object.assign(levels, await levelsAfterCollection({ parts }));
    process.stdout.write(line(minute, levels, times));
    seen.push(levels);
  }
  const courses = coursesOf(seen);
  const largest = Math.round(Math.max(...seen.flatMap(nodeMemory)));
  const judged = courses.filter(({ flat }) => flat !== undefined);
  const growing = judged
    .filter(({ flat }) => !flat)
    .map(({ name, growth }) => `${name} by ${Math.round(growth)}`);
  const told = [
    `The largest Node process had ${largest} MiB at the end of a minute; the target is ${most}: ${largest <= most ? 'holds' : 'missed'}.`,
    `${judged.length - growing.length} of ${judged.length} are flat${growing.length ? `; grown: ${growing.join(', ')}` : ''}.`,
  ];
  process.stdout.write(`${told.join('\n')}\n`);
  return { courses, told, holds: largest <= most && growing.length === 0 };
};

await command(async () => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, write: { type: 'boolean' } },
  });
  const minutes = Number(values.minutes);
  if (!Number.isInteger(minutes) || minutes < 1) throw new Complaint('--minutes takes a whole number from 1');
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-soak-'));
  const installation = new Installation(join(directory, 'home'));
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      installation.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    })());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  try {
    const load = loadNow();
    await installation.start();
    const { courses, told, holds } = await soak({ directory, installation, once: madeOnce() }, minutes);
    const run = `${minutes} minutes of the load of \`mixed\`, on ${new Date().toISOString().slice(0, 10)}, with a load of ${load} before`;
    if (values.write) await write(courses, [run, ...told]);
    if (!holds) process.exitCode = 1;
  } finally {
    await stop();
  }
});

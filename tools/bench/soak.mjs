// node tools/bench/soak.mjs [--minutes N]; see README.md
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { command, Complaint } from '../system/complaint.mjs';
import { madeOnce } from './bench.mjs';
import { memoryOf } from './cpu.mjs';
import { Installation } from './installation.mjs';
import { percentile } from './measure.mjs';
import { mixedLoad } from './mixed-load.mjs';

/** MiB that no Node process may have after ten minutes. */
const most = 250;

/** @param {number} bytes */
const mebibytes = (bytes) => Math.round(bytes / 2 ** 20);

/** The resident memory of each part now, the Node processes first. @param {Record<string, number>} parts */
const sizes = ({ postgres, nats, ...node }) => ({
  node: Object.entries(memoryOf(node)).filter(([name]) => name !== 'git'),
  others: [...Object.entries(memoryOf({ nats })), ...Object.entries(memoryOf({ postgres }))],
});

/** @param {number} minute @param {ReturnType<typeof sizes>} sizes @param {number[]} times */
const line = (minute, { node, others }, times) => {
  const shown = [...node, ...others].map(([name, size]) => `${name} ${mebibytes(size)}`).join(', ');
  const slow = percentile(times, 0.99).toFixed(1);
  return `minute ${minute}: ${shown} MiB; GET of a branch ${slow} ms (99th percentile of ${times.length})\n`;
};

/**
 * @param {Pick<import('./bench.mjs').Bench, 'directory' | 'once' | 'installation'>} bench
 * @param {number} minutes
 */
const soak = async (bench, minutes) => {
  const load = await mixedLoad(bench);
  let largest = 0;
  for (let minute = 1; minute <= minutes; minute += 1) {
    const times = await load.run(60);
    const seen = sizes(bench.installation.parts());
    process.stdout.write(line(minute, seen, times));
    largest = Math.max(...seen.node.map(([, size]) => mebibytes(size)));
  }
  const holds = largest <= most;
  process.stdout.write(
    `The largest Node process has ${largest} MiB; the target is ${most}: ${holds ? 'holds' : 'missed'}.\n`,
  );
  return holds;
};

await command(async () => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
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
    await installation.start();
    if (!(await soak({ directory, installation, once: madeOnce() }, minutes))) process.exitCode = 1;
  } finally {
    await stop();
  }
});

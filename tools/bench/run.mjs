// node tools/bench/run.mjs [--list] [--write | --against CHECKOUT] [--rounds N] [--seconds N] [scenario…]: see README
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { command, Complaint } from '../system/complaint.mjs';
import { checkout } from '../system/paths.mjs';
import { benchOf, commitOf, measureAgainst } from './against.mjs';
import { Baseline } from './baseline.mjs';
import { madeOnce } from './bench.mjs';
import { cpuOf } from './cpu.mjs';
import { soakIn, withSoak } from './growth.mjs';
import { Installation } from './installation.mjs';
import { describeRun, loadNow } from './machine.mjs';
import { measure } from './measure.mjs';
import { requirePrograms } from './programs.mjs';
import { pageSection } from './page-section.mjs';
import { againSection, conclusion, page, table } from './report.mjs';
import { choose, listing, scenarios } from './scenarios.mjs';

const longest = 40 * 60_000;

const options = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      write: { type: 'boolean' },
      against: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const { list, write, against } = values;
  if (write && against !== undefined) throw new Complaint('--write and --against exclude each other');
  const [rounds, seconds] = [values.rounds, values.seconds].map(Number);
  for (const each of [rounds, seconds])
    if (!Number.isInteger(each) || each < 1 || each > 60)
      throw new Complaint('--rounds and --seconds take a whole number from 1 to 60');
  return { list, write, against: against && resolve(against), rounds, seconds, names: positionals };
};

/** @import { Bench } from './bench.mjs' */
/** @import { GroupedScenario } from './scenarios.mjs' */
/** @import { Result } from './report.mjs' */
/** @typedef {Exclude<ReturnType<typeof options>, undefined>} Options */

/** @param {string} directory @param {Pick<Options, 'rounds' | 'seconds'>} options @returns {Bench} */
const makeBench = (directory, { rounds, seconds }) => {
  const installation = new Installation(join(directory, 'home'));
  const baseline = new Baseline(join(directory, 'baseline'));
  const sampleCpu = () => cpuOf({ ...installation.parts(), ...baseline.parts() });
  return { directory, rounds, seconds, once: madeOnce(), installation, baseline, sampleCpu, endings: [] };
};

/** @param {Bench} bench @param {GroupedScenario[]} chosen @param {Bench} [other] the baseline, if there is one */
const runAll = async (bench, chosen, other) => {
  /** @type {Result[]} */
  const results = [];
  for (const scenario of chosen) {
    process.stderr.write(`${scenario.group}:${scenario.name}\n`);
    const result = other
      ? await measureAgainst(scenario, bench, other)
      : await measure(scenario, bench, await scenario.prepare(bench));
    results.push(result);
    process.stderr.write(`${table([result]).split('\n').at(-1)}\n`);
  }
  return results;
};

const again = pageSection('measured again');

/** @param {Result[]} results @param {string[]} machine @param {string[]} names those that were asked for; none: all */
const writePage = async (results, machine, names) => {
  const { format, resolveConfig } = await import('prettier');
  const path = join(checkout, 'docs/benchmarks.md');
  const style = { ...(await resolveConfig(path)), parser: 'markdown' };
  const before = readFileSync(path, 'utf8');
  const text =
    names.length > 0
      ? again.put(before, againSection(results, machine))
      : // A soak takes half an hour by itself: what the last one found stays.
        withSoak(page(results, machine), soakIn(before));
  writeFileSync(path, await format(text, style));
};

/** @param {Options} options @param {GroupedScenario[]} chosen */
const perform = async ({ write, against, ...wanted }, chosen) => {
  const load = loadNow();
  const from = Date.now();
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-bench-'));
  const bench = makeBench(directory, wanted);
  /** @type {Bench | undefined} */
  let other;
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      await Promise.all(bench.endings.map((end) => end()));
      await bench.baseline.stop();
      bench.installation.stop();
      other?.installation.stop();
      // It may have a million files.
      spawnSync('rm', ['-rf', directory]);
    })());
  const endNow = () => void stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endNow);
  const limit = setTimeout(() => {
    process.stderr.write(`Given up after ${longest / 60_000} minutes\n`);
    endNow();
  }, longest);
  try {
    await bench.installation.start();
    await bench.baseline.start();
    if (against) {
      other = await benchOf(bench, against);
      await other.installation.start();
    }
    const results = await runAll(bench, chosen, other);
    const minutes = ((Date.now() - from) / 60_000).toFixed(1);
    const names = against ? [`--against ${commitOf(against)}`, ...wanted.names] : wanted.names;
    const machine = await describeRun(bench, { load, minutes, names });
    const lines = [machine.join('\n'), table(results), ...(against ? [] : [conclusion(results)])];
    process.stdout.write(`${lines.join('\n\n')}\n`);
    if (write) await writePage(results, machine, wanted.names);
  } finally {
    clearTimeout(limit);
    await stop();
  }
};

await command(async () => {
  const wanted = options();
  if (wanted.list) {
    process.stdout.write(listing());
    return;
  }
  const chosen = choose(scenarios, wanted.names);
  await requirePrograms();
  await perform(wanted, chosen);
});

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { madeOnce } from './bench.mjs';
import { cpuOf } from './cpu.mjs';
import { measure } from './measure.mjs';

/** @import { Bench } from './bench.mjs' */
/** @import { Scenario } from './measure.mjs' */

/**
 * What measures the same scenarios of another checkout, which has been built, beside ours: with an installation and
 * fixtures of its own. What the processes of both have used is summed up by name; only one side works at a time.
 * @param {Bench} bench
 * @param {string} checkout
 * @returns {Promise<Bench>}
 */
export const benchOf = async (bench, checkout) => {
  /** @type {unknown} */
  const theirs = await import(join(checkout, 'tools/bench/installation.mjs'));
  const { Installation } = /** @type {{ Installation: typeof import('./installation.mjs').Installation }} */ (
    theirs
  );
  const directory = join(bench.directory, 'other');
  mkdirSync(directory);
  const installation = new Installation(join(directory, 'home'));
  const sampleCpu = () => summed(bench.sampleCpu(), cpuOf(installation.parts()));
  return { ...bench, directory, once: madeOnce(), installation, sampleCpu };
};

/**
 * Measures a scenario with the other checkout as its baseline. There is no target; the note says by how much more of
 * the processor ours takes for a request.
 * @template {Scenario} S
 * @param {S} scenario
 * @param {Bench} bench
 * @param {Bench} other
 */
export const measureAgainst = async (scenario, bench, other) => {
  const [ours, theirs] = [await scenario.prepare(bench), await scenario.prepare(other)];
  const before = async (/** @type {number} */ round) => {
    await ours.before?.(round);
    await theirs.before?.(round);
  };
  const sides = { ours: ours.ours, baseline: theirs.ours, before };
  const free = { ...scenario };
  delete free.target;
  const result = await measure(free, other, sides);
  return {
    ...result,
    note: `processor ${(total(result.cpu.ours) / total(result.cpu.baseline)).toFixed(2)} ×`,
  };
};

/** What is checked out there; the directory, where that is not known. @param {string} checkout */
export const commitOf = (checkout) => {
  const { stdout } = spawnSync('git', ['-C', checkout, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
  return stdout?.trim() || checkout;
};

/** @param {Record<string, number>} used */
const total = (used) => Object.values(used).reduce((sum, each) => sum + each, 0);

/** @param {Record<string, number>} one @param {Record<string, number>} other */
const summed = (one, other) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  );

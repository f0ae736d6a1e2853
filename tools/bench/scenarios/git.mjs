import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addBranches, bareRepository, environment, git as runGit, makeRepository } from '../git-data.mjs';
import { run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';
import { upkeepOver } from '../upkeep.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */
/** @typedef {'ours' | 'baseline'} SideName */

/** An empty repository of that name on each side. @param {Bench} bench @param {string} name */
const emptyOn = ({ installation, baseline }, name) => ({
  ours: async () => (await installation.repository(name)).withCredentials,
  baseline: () => bareRepository(baseline, name),
});

/**
 * A repository with history that both sides got by the same push, made once in a run.
 * @param {Bench} bench
 * @param {string} name
 * @param {{ commits: number, bytes: number }} size
 */
const pushed = (bench, name, size) =>
  bench.once(name, async () => {
    const source = join(bench.directory, name);
    const tip = await makeRepository(source, size);
    const empty = emptyOn(bench, name);
    const at = { ours: await empty.ours(), baseline: await empty.baseline() };
    for (const url of Object.values(at)) await runGit(source, 'push', '-q', '--mirror', url);
    return { source, tip, at };
  });

/** The repository of 50 MB, on both sides. @param {Bench} bench */
export const big = (bench) => pushed(bench, 'big', { commits: 5_000, bytes: 50 << 20 });
/** @param {Bench} bench */
const small = (bench) => pushed(bench, 'small', { commits: 200, bytes: 2 << 20 });

let clones = 0;

/** @typedef {{ times?: number, args?: string[] }} Cloning */

/**
 * Clones several times at once and answers the milliseconds; the copies are removed afterwards.
 * @param {Bench} bench
 * @param {string} url
 * @param {Cloning} [options]
 */
const clone = async (bench, url, { times = 1, args = [] } = {}) => {
  const work = join(bench.directory, 'clones');
  mkdirSync(work, { recursive: true });
  const targets = Array.from({ length: times }, () => join(work, String((clones += 1))));
  const spent = await milliseconds(() =>
    Promise.all(
      targets.map((to) => run('git', ['clone', '-q', '--bare', ...args, url, to], { env: environment })),
    ),
  );
  rmSync(work, { recursive: true, force: true });
  return { value: spent, requests: times };
};

/** @param {Cloning} [options] */
const cloning = (options) => async (/** @type {Bench} */ bench) => {
  const { at } = await big(bench);
  return { ours: () => clone(bench, at.ours, options), baseline: () => clone(bench, at.baseline, options) };
};

/** Pushes a commit of its own to each side; only the push is timed. @param {Bench} bench */
const pushOne = async (bench) => {
  const { source, tip, at } = await small(bench);
  const tree = (await runGit(source, 'rev-parse', 'main^{tree}')).trim();
  const push = (/** @type {SideName} */ side) => async (/** @type {number} */ round) => {
    const commit = (await runGit(source, 'commit-tree', tree, '-p', tip, '-m', `${side} ${round}`)).trim();
    return milliseconds(() =>
      runGit(source, 'push', '-q', at[side], `${commit}:refs/heads/one-${side}-${round}`),
    );
  };
  return { ours: push('ours'), baseline: push('baseline') };
};

/** @param {number} branches */
const pushMany = (branches) => async (/** @type {Bench} */ bench) => {
  const source = join(bench.directory, `many-${branches}`);
  await addBranches(source, 'bulk', branches, await makeRepository(source, { commits: 10, bytes: 100_000 }));
  const push = (/** @type {SideName} */ side) => async (/** @type {number} */ round) => {
    const url = await emptyOn(bench, `many-${branches}-${side}-${round}`)[side]();
    return milliseconds(() => runGit(source, 'push', '-q', '--mirror', url));
  };
  return { ours: push('ours'), baseline: push('baseline') };
};

/** A repository of 1 GiB, which came by four pushes, is forked by the API. @param {Bench} bench */
const forking = async (bench) => {
  const { directory, installation } = bench;
  const { path, withCredentials } = await installation.repository('forked');
  for (const part of ['a', 'b', 'c', 'd']) {
    const source = join(directory, `forked-${part}`);
    await makeRepository(source, { commits: 100, bytes: 256 << 20 });
    await runGit(source, 'push', '-q', withCredentials, `main:${part}`);
    rmSync(source, { recursive: true });
  }
  await upkeepOver(bench);
  const { project } = installation;
  const fork = (/** @type {number} */ round) =>
    installation.api('POST', `${path}/actions/fork`, { project, id: `fork-${round}` });
  return { ours: (/** @type {number} */ round) => milliseconds(() => fork(round)) };
};

const wall = /** @type {const} */ ({ unit: 'ms', better: 'less' });

/**
 * Real git clients against `git http-backend` behind nginx; both sides were filled by the same pushes.
 * @type {Scenario[]}
 */
export const git = [
  { ...wall, name: 'clone', title: 'clone of 50 MB', target: 1.1, prepare: cloning() },
  {
    ...wall,
    name: 'shallow',
    title: '20 shallow clones in parallel',
    target: 1.1,
    prepare: cloning({ times: 20, args: ['--depth=1'] }),
  },
  { ...wall, name: 'push', title: 'push of one commit', target: 1.5, rounds: 9, prepare: pushOne },
  { ...wall, name: 'push-2000', title: 'push of 2,000 branches', target: 1.5, prepare: pushMany(2_000) },
  { ...wall, name: 'push-10000', title: 'push of 10,000 branches', target: 1.2, prepare: pushMany(10_000) },
  { ...wall, name: 'fork', title: 'fork of 1 GiB by the API', target: 2_000, prepare: forking },
];

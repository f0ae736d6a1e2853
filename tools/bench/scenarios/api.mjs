import { join } from 'node:path';
import { environment, pushedBranches } from '../git-data.mjs';
import { inRequests, requestRate, run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';

const creations = 100;

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */

/** A repository with that many branches, made once in a run. @param {Bench} bench @param {number} count */
const branches = (bench, count, id = `b${count}`) =>
  bench.once(id, async () =>
    pushedBranches(join(bench.directory, id), await bench.installation.repository(id), count),
  );

/**
 * The rate of a GET with 64 connections, ours and that of nginx with the same bytes in a file.
 * @param {Bench} bench
 * @param {string} name
 * @param {string} path
 */
export const sameBytes = async ({ installation, baseline, seconds }, name, path) => {
  const { headers } = installation;
  const url = installation.api_url + path;
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
  const same = baseline.file(`static/${name}.json`, await answer.text());
  /** @param {string} at */
  const rate = (at) => () => requestRate({ url: at, connections: 64, seconds, headers });
  return { ours: rate(url), baseline: rate(same) };
};

/** @param {Bench} bench @param {number} number */
const page = async (bench, number) => {
  const { path } = await branches(bench, 10_000);
  const offset = (number - 1) * 50;
  return sameBytes(bench, `branches-page-${number}`, `${path}/branches?limit=50&offset=${offset}`);
};

/** @param {number} count @param {string} name */
const one = (count, name) => async (/** @type {Bench} */ bench) =>
  sameBytes(bench, `branch-${count}`, `${(await branches(bench, count)).path}/branches/${name}`);

/**
 * Requests about branches against nginx that sends the same bytes from a file.
 * @type {Scenario[]}
 */
export const api = [
  {
    ...inRequests,
    name: 'branch-10',
    title: 'GET one branch of 10, 64 connections',
    target: 0.1,
    prepare: one(10, 'b/3'),
  },
  {
    ...inRequests,
    name: 'branch-10000',
    title: 'GET one branch of 10,000, 64 connections',
    target: 0.1,
    prepare: one(10_000, 'b/7777'),
  },
  {
    ...inRequests,
    name: 'branches-page-1',
    title: 'GET the first 50 of 10,000 branches, 64 connections',
    target: 0.03,
    prepare: (bench) => page(bench, 1),
  },
  {
    ...inRequests,
    name: 'branches-page-100',
    title: 'page 100 of the same against page 1 (both ours)',
    target: 0.9,
    prepare: async (bench) => ({
      ours: (await page(bench, 100)).ours,
      baseline: (await page(bench, 1)).ours,
    }),
  },
  {
    name: 'branch-create',
    title: 'create a branch, one after another, against a spawned `git update-ref`',
    unit: 'branches/s',
    better: 'more',
    target: 0.25,
    prepare: async (bench) => {
      const { path, commit, directory } = await branches(bench, 10, 'created');
      let name = 0;
      const body = () => ({ id: `made/${(name += 1)}`, commit });
      // A shell starts the processes: starting them from here would be counted as git's time.
      const spawned = () =>
        `i=0; while [ $i -lt ${creations} ]; do i=$((i+1)); git update-ref refs/heads/spawned/${(name += 1)}-$i ${commit}; done`;
      /** @param {() => Promise<unknown>} act */
      const rateOf = async (act) => {
        const spent = await milliseconds(act);
        return { value: (creations * 1000) / spent, requests: creations };
      };
      const create = async () => {
        for (let index = 0; index < creations; index += 1)
          await bench.installation.api('POST', `${path}/branches`, body());
      };
      return {
        ours: () => rateOf(create),
        baseline: () => rateOf(() => run('sh', ['-c', spawned()], { cwd: directory, env: environment })),
      };
    },
  },
];

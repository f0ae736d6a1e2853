import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  environment,
  git as runGit,
  makeRepository,
  pushedBranches,
  pushNewBranches,
  withCommitGraph,
} from '../git-data.mjs';

import { inRequests, run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';
import { upkeepOver } from '../upkeep.mjs';
import { sameBytes } from './api.mjs';
import { readerRows } from './git-readers.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */

const commits = 10_000;
const entries = 1_000;

/**
 * A repository with 10,000 commits, and a directory of 1,000 files in the last one, as it is after the upkeep that
 * follows a push: here and, warm in the same way, beside it.
 * @param {Bench} bench
 */
const history = (bench) =>
  bench.once('history', async () => {
    const source = join(bench.directory, 'history');
    await makeRepository(source, { commits, bytes: 4 << 20 });
    const wide = Array.from(
      { length: entries },
      (_, index) => `M 100644 inline wide/f${index}\ndata ${String(index).length}\n${index}\n`,
    );
    const last =
      'commit refs/heads/main\ncommitter Bench <bench@example.org> 1710000000 +0000\ndata 4\nwide\n';
    const input = `${last}from refs/heads/main^0\n${wide.join('')}`;
    await run('git', ['fast-import', '--quiet'], { cwd: source, env: environment, input });
    await withCommitGraph(source);
    const { path, withCredentials } = await bench.installation.repository('history');
    await runGit(source, 'push', '-q', '--mirror', withCredentials);
    await upkeepOver(bench);
    const hashes = (await runGit(source, 'rev-list', '--first-parent', 'main')).trim().split('\n');
    return { source, path, hashes };
  });

/** @param {string} name @param {string} below the repository @param {number} target @param {string} title */
const answered = (name, below, target, title) => ({
  ...inRequests,
  name,
  title: `${title}, 64 connections`,
  target,
  prepare: async (/** @type {Bench} */ bench) => {
    const { path } = await history(bench);
    return sameBytes(bench, `content-${name}`, path + below);
  },
});

/** @typedef {{ asked: string, args: string[] }} Question of the API, and of git in a process of its own */

/**
 * One question in each round, another one each time.
 * @param {(round: number, hashes: string[]) => Question} question `hashes`: of all commits, the latest first
 */
const questions = (question) => async (/** @type {Bench} */ bench) => {
  const { source, path, hashes } = await history(bench);
  return {
    ours: (/** @type {number} */ round) =>
      milliseconds(() => bench.installation.api('GET', path + question(round, hashes).asked)),
    baseline: (/** @type {number} */ round) =>
      milliseconds(() => runGit(source, ...question(round, hashes).args)),
  };
};

/** Each of twenty-five commits touched it. @param {number} round may be negative */
const fileOf = (round) => {
  const file = ((round + 400) * 7) % 400;
  return `d${file % 20}/f${file}.txt`;
};

const creations = 100;

/** A commit with one new file by plumbing, as a shell does it; the branch is moved by comparison. */
const plumbing = `
i=0
while [ $i -lt ${creations} ]; do
  i=$((i+1))
  tip=$(git rev-parse "refs/heads/$BRANCH")
  blob=$(echo "$BRANCH $i" | git hash-object -w --stdin)
  git read-tree "$tip"
  git update-index --add --cacheinfo "100644,$blob,made/$i"
  commit=$(git commit-tree "$(git write-tree)" -p "$tip" -m made)
  git update-ref "refs/heads/$BRANCH" "$commit" "$tip"
done`;

/** One commit after another. @param {Bench} bench @param {string} path @param {string} branch */
const commitOn = async (bench, path, branch) => {
  for (let made = 0; made < creations; made += 1)
    await bench.installation.api('POST', `${path}/commits`, {
      ...{ branch, parent: branch, message: 'made' },
      modified: [{ path: `made/${made}`, content: `${branch} ${made}\n` }],
    });
};

/** In a repository that has no others. @param {Bench} bench */
const ownCommits = (bench) => ({
  ours: async (/** @type {number} */ round) => {
    const { path } = await bench.installation.repository(`own-commits-${round}`);
    const first = { branch: 'main', message: 'first', modified: [{ path: 'a', content: 'a' }] };
    await bench.installation.api('POST', `${path}/commits`, first);
    return rateOf(() => commitOn(bench, path, 'main'));
  },
});

/** @param {() => Promise<unknown>} act */
const rateOf = async (act) => {
  const spent = await milliseconds(act);
  return { value: (creations * 1_000) / spent, requests: creations };
};

/** @param {Bench} bench */
const commitsMade = async (bench) => {
  const { source, path, hashes } = await history(bench);
  const index = join(bench.directory, 'made.index');
  return {
    ours: async (/** @type {number} */ round) => {
      const branch = `made-${round}`;
      await bench.installation.api('POST', `${path}/branches`, { id: branch, commit: hashes[0] });
      return rateOf(() => commitOn(bench, path, branch));
    },
    baseline: async (/** @type {number} */ round) => {
      const branch = `made-${round}`;
      await runGit(source, 'branch', '-f', branch, 'main');
      const env = { ...environment, BRANCH: branch, GIT_INDEX_FILE: index };
      return rateOf(() => run('sh', ['-e', '-c', plumbing], { cwd: source, env }));
    },
  };
};

/** @param {Bench} bench */
const manyBranches = async (bench) => {
  const id = 'b100000';
  const repository = await bench.installation.repository(id);
  const { path, commit } = await pushedBranches(join(bench.directory, id), repository, 10_000);
  const { basic } = bench.installation;
  for (const prefix of ['c', 'd'])
    await pushNewBranches({ url: repository.url, basic }, prefix, 45_000, commit);
  await upkeepOver(bench);
  return sameBytes(bench, id, `${path}/branches?limit=50`);
};

/** The same commits by 500 pushes, and freshly packed by one; both lie here. @param {Bench} bench */
const manyPushes = async (bench) => {
  const source = join(bench.directory, 'pushes');
  await makeRepository(source, { commits: 500, bytes: 10 << 20 });
  const tips = (await runGit(source, 'rev-list', '--reverse', 'main')).trim().split('\n');
  const [one, many] = [
    await bench.installation.repository('pushed-once'),
    await bench.installation.repository('pushed-often'),
  ];
  await runGit(source, 'repack', '-adfq');
  await runGit(source, 'push', '-q', one.withCredentials, 'main');
  for (const tip of tips) await runGit(source, 'push', '-q', many.withCredentials, `${tip}:refs/heads/main`);
  await upkeepOver(bench);
  const target = join(bench.directory, 'clone-of-pushes');
  const clone = (/** @type {string} */ url) => async () => {
    const spent = await milliseconds(() =>
      run('git', ['clone', '-q', '--bare', url, target], { env: environment }),
    );
    rmSync(target, { recursive: true });
    return spent;
  };
  return { ours: clone(many.withCredentials), baseline: clone(one.withCredentials) };
};

const wall = /** @type {const} */ ({ unit: 'ms', better: 'less' });

/**
 * What is in a git repository, over the API.
 * @type {Scenario[]}
 */
export const content = [
  answered('commit', '/commits/main', 0.1, 'GET one commit of 10,000'),
  answered('file', `/commits/main/files/${fileOf(1)}`, 0.1, 'GET a file at a branch'),
  answered('tree', `/commits/main/tree/wide?limit=${entries}`, 0.03, 'GET a directory of 1,000 files'),
  {
    ...wall,
    name: 'history',
    title: 'history of a file over 10,000 commits, against `git log -- path`, warm',
    target: 1.3,
    rounds: 9,
    warmUp: 40,
    prepare: questions((round) => ({
      asked: `/commits/main/history/${fileOf(round)}?limit=100`,
      args: ['log', '--format=%H %P %an %ae %at %cn %ce %ct%n%B', 'main', '--', fileOf(round)],
    })),
  },
  {
    ...wall,
    name: 'compare',
    title: 'compare revisions 5,000 commits apart, against `git rev-list`',
    target: 2,
    rounds: 9,
    prepare: questions((round, hashes) => ({
      asked: `/compare/commits/${hashes[5_000 + round]}...main?limit=100`,
      args: ['rev-list', `${hashes[5_000 + round]}..main`],
    })),
  },
  {
    name: 'commit-create',
    title: 'commit by the API, one after another on a branch, against plumbing by hand',
    unit: 'commits/s',
    better: 'more',
    target: 1 / 3,
    prepare: commitsMade,
  },
  {
    name: 'commit-create-own',
    title: 'commit by the API, one after another on a branch of a repository of its own',
    unit: 'commits/s',
    better: 'more',
    target: 100,
    prepare: ownCommits,
  },
  {
    ...inRequests,
    name: 'branches-100000',
    title: 'GET the first 50 of 100,000 branches, 64 connections',
    target: 0.05,
    prepare: manyBranches,
  },
  {
    ...wall,
    name: 'pushes',
    title: 'clone of what came by 500 pushes, against the same freshly packed (both ours)',
    target: 1.2,
    prepare: manyPushes,
  },
  ...readerRows(history),
];

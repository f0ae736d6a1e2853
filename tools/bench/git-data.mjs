import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './load.mjs';

export const environment = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.org',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.org',
};

/** @param {string} cwd @param {string[]} args */
export const git = (cwd, ...args) => run('git', args, { cwd, env: environment });

/** @param {string} cwd @param {string | Buffer} input @param {string[]} args */
const withInput = (cwd, input, ...args) => run('git', args, { cwd, env: environment, input });

/**
 * A bare repository with `commits` commits on main, each of which adds a file of random bytes.
 * @param {string} directory
 * @param {{ commits: number, bytes: number }} size
 */
export const makeRepository = async (directory, { commits, bytes }) => {
  mkdirSync(directory, { recursive: true });
  await git(directory, 'init', '-q', '--bare', '-b', 'main');
  const parts = [];
  for (let index = 0; index < commits; index += 1) {
    const content = randomBytes(Math.ceil(bytes / commits)); // does not compress: the pack is as large as asked
    parts.push(
      Buffer.from(
        `commit refs/heads/main\ncommitter Bench <bench@example.org> ${1_700_000_000 + index} +0000\ndata 4\nnext\n` +
          `M 100644 inline d${index % 20}/f${index % 400}.txt\ndata ${content.length}\n`,
      ),
      content,
      Buffer.from('\n'),
    );
  }
  await withInput(directory, Buffer.concat(parts), 'fast-import', '--quiet');
  return (await git(directory, 'rev-parse', 'main')).trim();
};

/** Gives a repository a graph with the paths that each commit changed. @param {string} directory */
export const withCommitGraph = (directory) =>
  git(directory, 'commit-graph', 'write', '--reachable', '--changed-paths');

/**
 * Adds branches `<prefix>/0…` at the commit to a bare repository.
 * @param {string} directory
 * @param {string} prefix
 * @param {number} count
 * @param {string} commit
 */
export const addBranches = (directory, prefix, count, commit) =>
  updateRefs(directory, count, (index) => `create refs/heads/${prefix}/${index} ${commit}\n`);

/**
 * Takes them away again.
 * @param {string} directory
 * @param {string} prefix
 * @param {number} count
 */
export const removeBranches = (directory, prefix, count) =>
  updateRefs(directory, count, (index) => `delete refs/heads/${prefix}/${index}\n`);

/**
 * @param {string} directory
 * @param {number} count
 * @param {(index: number) => string} lineOf
 */
const updateRefs = (directory, count, lineOf) =>
  withInput(
    directory,
    Array.from({ length: count }, (_, index) => lineOf(index)).join(''),
    'update-ref',
    '--stdin',
  );

/**
 * Makes a repository with that many branches and pushes it.
 * @template {{ withCredentials: string }} T
 * @param {string} directory
 * @param {T} target
 * @param {number} count
 */
export const pushedBranches = async (directory, target, count) => {
  const commit = await makeRepository(directory, { commits: 200, bytes: 200_000 });
  await addBranches(directory, 'b', count, commit);
  await git(directory, 'push', '-q', '--mirror', target.withCredentials);
  return { ...target, directory, commit };
};

/**
 * A bare repository on the baseline's side that takes pushes.
 * @param {import('./baseline.mjs').Baseline} baseline
 * @param {string} name
 */
export const bareRepository = async (baseline, name) => {
  const directory = join(baseline.directory, 'git', name);
  mkdirSync(directory, { recursive: true });
  await git(directory, 'init', '-q', '--bare', '-b', 'main');
  await git(directory, 'config', 'http.receivepack', 'true');
  return `${baseline.url}/git/${name}`;
};

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
  withInput(
    directory,
    Array.from({ length: count }, (_, index) => `create refs/heads/${prefix}/${index} ${commit}\n`).join(''),
    'update-ref',
    '--stdin',
  );

/** A pack of no objects. */
const emptyPack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex');

/**
 * Pushes branches `<prefix>/0…` at a commit that is there, without git: it would compare each of them with all that
 * there are, for minutes.
 * @param {{ url: string, basic: string }} target
 * @param {string} prefix
 * @param {number} count
 * @param {string} commit
 */
export const pushNewBranches = async ({ url, basic }, prefix, count, commit) => {
  const lines = Array.from({ length: count }, (_, index) => {
    const line = `${'0'.repeat(40)} ${commit} refs/heads/${prefix}/${index}${index === 0 ? '\0 report-status' : ''}`;
    return (line.length + 4).toString(16).padStart(4, '0') + line;
  });
  const answer = await fetch(`${url}/git-receive-pack`, {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/x-git-receive-pack-request' },
    body: new Uint8Array(Buffer.concat([Buffer.from(`${lines.join('')}0000`), emptyPack])),
  });
  const told = await answer.text();
  if (told.split('ok refs/').length - 1 !== count)
    throw new Error(`not all was pushed: ${told.slice(0, 500)}`);
};

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

/** What is on the disk when a push is answered, as at ours (`libs/vcs/git/src/process/git-command.ts`). */
const lasting = {
  'core.fsync': 'loose-object,pack,pack-metadata,commit-graph,reference',
  'core.fsyncMethod': 'batch',
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
  for (const [name, value] of Object.entries({ ...lasting, 'http.receivepack': 'true' }))
    await git(directory, 'config', name, value);
  return `${baseline.url}/git/${name}`;
};

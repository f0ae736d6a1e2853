import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../git-data.mjs';
import { run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';
import { sshDoors } from '../ssh-baseline.mjs';
import { big } from './git.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */

/**
 * One thing that a client of git does with the repository of 50 MB, at both doors.
 * @param {(bench: Bench, git: (...args: string[]) => Promise<string>, url: string) => Promise<unknown>} act
 * @param {number} [times] at once
 */
const overSsh =
  (act, times = 1) =>
  async (/** @type {Bench} */ bench) => {
    await big(bench);
    const { environment: command, stock } = await sshDoors(bench);
    const env = { ...environment, ...command };
    const git = (/** @type {string[]} */ ...args) => run('git', args, { env });
    const path = `/projects/${bench.installation.project}/repositories/big`;
    const { ssh_url: ours } = await bench.installation.api('GET', path);
    const at = (/** @type {string} */ url) => async () => {
      const all = () => Promise.all(Array.from({ length: times }, () => act(bench, git, url)));
      return { value: await milliseconds(all), requests: times };
    };
    return { ours: at(ours), baseline: at(stock(join(bench.baseline.directory, 'git/big'))) };
  };

/** @type {Parameters<typeof overSsh>[0]} */
const clone = async ({ directory }, git, url) => {
  const target = join(directory, 'ssh-clone');
  rmSync(target, { recursive: true, force: true });
  await git('clone', '-q', '--bare', url, target);
};

/** @type {Parameters<typeof overSsh>[0]} */
const names = (_, git, url) => git('ls-remote', '-q', url);

const wall = /** @type {const} */ ({ unit: 'ms', better: 'less' });

/**
 * git over SSH, against the stock `sshd` and git with a repository that was filled by the same pushes.
 * @type {Scenario[]}
 */
export const ssh = [
  { ...wall, name: 'clone', title: 'clone of 50 MB over SSH', target: 1.15, prepare: overSsh(clone) },
  { ...wall, name: 'names', title: 'connect and ls-remote', target: 1.3, rounds: 9, prepare: overSsh(names) },
  { ...wall, name: 'names-50', title: 'the same 50 times at once', target: 1.3, prepare: overSsh(names, 50) },
];

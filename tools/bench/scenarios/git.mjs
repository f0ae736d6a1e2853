import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addBranches, bareRepository, environment, git as runGit, makeRepository } from '../git-data.mjs';
import { run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';

/** Real git clients against \`git http-backend\` behind nginx; both sides were filled by the same pushes. */
export const git = async ({ directory, installation, baseline }) => {
  const work = join(directory, 'git-work');
  mkdirSync(work, { recursive: true });
  const sides = async (name) => ({
    ours: (await installation.repository(name)).withCredentials,
    baseline: await bareRepository(baseline, name),
  });

  const big = join(directory, 'big');
  await makeRepository(big, { commits: 5000, bytes: 50 << 20 });
  const bigAt = await sides('big');
  for (const url of Object.values(bigAt)) await runGit(big, 'push', '-q', '--mirror', url);

  const small = join(directory, 'small');
  const tip = await makeRepository(small, { commits: 200, bytes: 2 << 20 });
  const smallAt = await sides('small');
  for (const url of Object.values(smallAt)) await runGit(small, 'push', '-q', '--mirror', url);

  let number = 0;
  const target = () => join(work, String((number += 1)));
  const clone = async (url, ...args) => {
    const to = target();
    await run('git', ['clone', '-q', '--bare', ...args, url, to], { env: environment });
    return to;
  };
  const timed = async (make) => {
    let made = [];
    const spent = await milliseconds(async () => (made = await make()));
    for (const each of [made].flat()) rmSync(each, { recursive: true, force: true });
    return spent;
  };
  const both = (scenario, at, measured) => ({
    unit: 'ms',
    better: 'less',
    ...scenario,
    ours: (round) => measured(at.ours, round, 'ours'),
    baseline: (round) => measured(at.baseline, round, 'baseline'),
  });

  /** Pushes a commit of its own to each side; only the push is timed. */
  const pushOne = async (url, round, side) => {
    const tree = (await runGit(small, 'rev-parse', 'main^{tree}')).trim();
    const commit = (
      await runGit(small, 'commit-tree', tree, '-p', tip, '-m', `${side} ${round} ${Date.now()}`)
    ).trim();
    return milliseconds(() => runGit(small, 'push', '-q', url, `${commit}:refs/heads/one-${side}-${round}`));
  };

  const manyBranches = join(directory, 'many-branches');
  const commit = await makeRepository(manyBranches, { commits: 10, bytes: 100_000 });
  await addBranches(manyBranches, 'bulk', 2000, commit);
  const pushMany = async (_, round, side) => {
    const name = `many-${side}-${round}`;
    const url =
      side === 'ours'
        ? (await installation.repository(name)).withCredentials
        : await bareRepository(baseline, name);
    return milliseconds(() => runGit(manyBranches, 'push', '-q', '--mirror', url));
  };

  return [
    both({ name: 'clone', title: 'clone of 50 MB', target: 1.1 }, bigAt, (url) => timed(() => clone(url))),
    both({ name: 'shallow', title: '20 shallow clones in parallel', target: 1.1 }, bigAt, (url) =>
      timed(() => Promise.all(Array.from({ length: 20 }, () => clone(url, '--depth=1')))),
    ),
    both({ name: 'push', title: 'push of one commit', target: 1.5, rounds: 9 }, smallAt, pushOne),
    both({ name: 'push-2000', title: 'push of 2,000 branches', target: 1.5 }, smallAt, pushMany),
  ];
};

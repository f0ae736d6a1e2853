import { statSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Files that take long; seconds on two cores.
 * @type {Record<string, number>}
 */
const seconds = {
  'upgrade.e2e.ts': 60,
  'contract-schemathesis.e2e.ts': 60,
  'imports-of-kinds.e2e.ts': 90,
  'mercurial.e2e.ts': 75,
  'mercurial-refusals.e2e.ts': 60,
  'quotas-regression.e2e.ts': 45,
  'mercurial-copies.e2e.ts': 40,
  'mercurial-unfinished.e2e.ts': 40,
  'subversion-requests.e2e.ts': 33,
  'subversion-clients.e2e.ts': 25,
  'killed-engines.e2e.ts': 40,
  'archive-bombs-regression.e2e.ts': 30,
  'role-table.e2e.ts': 42,
  'maven.e2e.ts': 40,
  'full-disk-regression.e2e.ts': 59,
  'conventions.e2e.ts': 36,
  'artifact-groups.e2e.ts': 80,
  'maven-deploys.e2e.ts': 65,
  'ivy.e2e.ts': 40,
  'contract-fuzz.e2e.ts': 30,
  'push-refs.e2e.ts': 17,
  'ssh-door.e2e.ts': 33,
  'imports.e2e.ts': 24,
  'odd-operations.e2e.ts': 20,
  'slow-requests-regression.e2e.ts': 27,
  'long-refs-regression.e2e.ts': 27,
  'transfer-slots-regression.e2e.ts': 21,
  'queued-transfers-regression.e2e.ts': 15,
  'unsafe-ssh-keys-regression.e2e.ts': 19,
  'commits-made.e2e.ts': 16,
  'large-files.e2e.ts': 16,
  'large-commits.e2e.ts': 13,
  'unread-answers-regression.e2e.ts': 12,
  'ssh-floods-regression.e2e.ts': 15,
  'ssh-connections-regression.e2e.ts': 12,
  'artifact-file.e2e.ts': 12,
  'branch-patterns.e2e.ts': 11,
  'kind-roles.e2e.ts': 15,
  'kind-content.e2e.ts': 20,
  'revocation-of-kinds.e2e.ts': 30,
  'killed-imports.e2e.ts': 70,
  'moves-of-kinds.e2e.ts': 45,
  'branch-list.e2e.ts': 12,
  'rights-end-regression.e2e.ts': 11,
  'large-directories.e2e.ts': 270,
  'large-lines.e2e.ts': 60,
  'large-repositories.e2e.ts': 100,
  'large-histories.e2e.ts': 50,
  'byte-ports.e2e.ts': 120,
  'missing-engines.e2e.ts': 30,
  'backup-drill.e2e.ts': 180,
  'backups.e2e.ts': 70,
  'storage-moves.e2e.ts': 85,
  'observability.e2e.ts': 85,
  'secrets-rotation.e2e.ts': 35,
  'recovery-deploys.e2e.ts': 26,
  'storage-nodes.e2e.ts': 36,
  'kills-mercurial.e2e.ts': 36,
  'hung-process-regression.e2e.ts': 35,
  'audit-events.e2e.ts': 45,
  'events-crash.e2e.ts': 27,
  'push-commands-regression.e2e.ts': 25,
  'recovery-broker-and-database.e2e.ts': 25,
  'development.e2e.ts': 30,
  'repository-care.e2e.ts': 26,
  'kills-subversion.e2e.ts': 13,
  'ending-parts.e2e.ts': 25,
  'long-reads-regression.e2e.ts': 15,
  'recovery-pushes.e2e.ts': 11,
  'kills-git.e2e.ts': 23,
  'recovery-commits.e2e.ts': 13,
  'many-refs.int.spec.ts': 18,
  'cut-off-moves.int.spec.ts': 10,
  'plans.int.spec.ts': 8,
  'mercurial-remotes.int.spec.ts': 16,
  'shown-paths.int.spec.ts': 12,
  'git-push.int.spec.ts': 12,
  'git-session.int.spec.ts': 11,
  'hostile-requests.int.spec.ts': 11,
  'commits.int.spec.ts': 10,
  'byte-process-end.int.spec.ts': 50,
  'same-second-regression.int.spec.ts': 20,
  'subversion-remotes.int.spec.ts': 7,
  'byte-process.int.spec.ts': 7,
  'care.int.spec.ts': 7,
  'forks.int.spec.ts': 7,
  'upkeep.int.spec.ts': 6,
  'long-properties-regression.int.spec.ts': 6,
  'check.spec.mjs': 20,
  'git-remotes.int.spec.ts': 9,
  'push-decisions.int.spec.ts': 8,
  'full-disk.int.spec.ts': 8,
  'long-texts.int.spec.ts': 8,
  'git-fetch.int.spec.ts': 7,
  'filesystem-blob-store.spec.ts': 6,
  'last-commits.int.spec.ts': 5,
  'git-search.int.spec.ts': 5,
};

/** What a scenario takes that does not stand there. */
const usual = 5;

/** Of a bundle of specs its name says it. @param {string} name */
const bundled = (name) => Number(/^bundle-(\d+)s-/.exec(name)?.[1] ?? 0);

/** @param {{ path: string }} test */
const weight = ({ path }) => [seconds[basename(path)] ?? bundled(basename(path)), statSync(path).size];

/** What one lot may take before there is another: each has something of its own to be started (s). */
const lot = 120;

/**
 * Files in at most so many lots that take about the same time; empty ones are left out.
 * @param {string[]} paths
 * @param {number} most
 * @returns {string[][]}
 */
export const lotsOf = (paths, most) => {
  const weighed = paths.map((path) => ({ path, taken: seconds[basename(path)] ?? usual }));
  const count = Math.min(most, Math.ceil(weighed.reduce((sum, { taken }) => sum + taken, 0) / lot));
  const lots = Array.from({ length: count }, () => ({ taken: 0, files: /** @type {string[]} */ ([]) }));
  for (const { path, taken } of weighed.sort((a, b) => b.taken - a.taken)) {
    const [least] = lots.sort((a, b) => a.taken - b.taken);
    least.files.push(path);
    least.taken += taken;
  }
  return lots.map(({ files }) => files).filter((files) => files.length > 0);
};

/** Whether a file stands in the list. @param {string} path */
export const isLong = (path) => basename(path) in seconds;

/**
 * The order in which Jest begins files: long ones first, since one that begins last is waited for, the others by size.
 * Jest's own knows how long each took the last time, which a fresh checkout does not.
 */
export default class LongestFirst {
  /**
   * @template {{ path: string }} T
   * @param {T[]} tests
   */
  sort(tests) {
    const weighed = tests.map((test) => ({ test, weight: weight(test) }));
    weighed.sort((a, b) => b.weight[0] - a.weight[0] || b.weight[1] - a.weight[1]);
    return weighed.map(({ test }) => test);
  }

  cacheResults() {}
}

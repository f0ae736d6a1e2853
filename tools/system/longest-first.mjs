import { statSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Files that take long; seconds on two cores.
 * @type {Record<string, number>}
 */
const seconds = {
  'contract-schemathesis.e2e.ts': 110,
  'maven.e2e.ts': 100,
  'upgrade.e2e.ts': 70,
  'long-refs-regression.e2e.ts': 40,
  'artifact-groups.e2e.ts': 40,
  'full-disk-regression.e2e.ts': 35,
  'ivy.e2e.ts': 35,
  'role-table.e2e.ts': 30,
  'quotas-regression.e2e.ts': 30,
  'contract-fuzz.e2e.ts': 28,
  'slow-requests-regression.e2e.ts': 26,
  'maven-deploys.e2e.ts': 25,
  'transfer-slots-regression.e2e.ts': 20,
  'archive-bombs-regression.e2e.ts': 20,
  'ssh-door.e2e.ts': 20,
  'conventions.e2e.ts': 20,
  'queued-transfers-regression.e2e.ts': 15,
  'plans.int.spec.ts': 22,
  'hostile-requests.int.spec.ts': 20,
  'many-refs.int.spec.ts': 20,
  'git-push.int.spec.ts': 16,
  'filesystem-blob-store.spec.ts': 14,
  'full-disk.int.spec.ts': 12,
  'last-commits.int.spec.ts': 11,
  'git-search.int.spec.ts': 7,
};

/** Of a bundle of specs its name says it. @param {string} name */
const bundled = (name) => Number(/^bundle-(\d+)s-/.exec(name)?.[1] ?? 0);

/** @param {{ path: string }} test */
const weight = ({ path }) => [seconds[basename(path)] ?? bundled(basename(path)), statSync(path).size];

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

import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../load.mjs';
import { milliseconds } from '../measure.mjs';
import { account, environment, subversionDoor } from '../subversion-baseline.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */
/** @typedef {{ login: string, password: string }} Account */
/** @typedef {{ url: string, svn: (...args: string[]) => Promise<string> }} Door */

const files = 500;
const revisions = 100;
/** Most revisions of the log that was asked for last. */
let limit = 10 * revisions;
/** Logs that both sides tell before one counts: some hundred requests, as a service in use has had. */
const warm = 60;

/** The stock client as somebody. @param {Account} who @returns {Door['svn']} */
const clientOf =
  ({ login, password }) =>
  (...args) =>
    run(
      'svn',
      [...args, '--non-interactive', '--no-auth-cache', '--username', login, '--password', password],
      {
        env: environment,
      },
    );

/**
 * A repository of 500 files of 4 KB and 100 revisions, on both sides, made once in a run.
 * @param {Bench} bench
 * @returns {Promise<Record<'ours' | 'baseline', Door>>}
 */
const doors = (bench) =>
  bench.once('subversion-repositories', async () => {
    const { installation, directory } = bench;
    const { url } = await installation.repository('svn', 'subversion');
    const both = {
      ours: { url, svn: clientOf(installation) },
      baseline: { url: await subversionDoor(bench), svn: clientOf(account) },
    };
    const source = join(directory, 'svn-source');
    for (let index = 0; index < files; index += 1) {
      const inside = join(source, `d${index % 20}`);
      mkdirSync(inside, { recursive: true });
      writeFileSync(join(inside, `f${index}.txt`), randomBytes(3_000).toString('base64'));
    }
    for (const { url: root, svn } of Object.values(both)) {
      const work = join(directory, 'svn-work');
      await svn('import', '-q', '-m', 'files', source, `${root}/bench`);
      await svn('checkout', '-q', `${root}/bench`, work);
      for (let index = 0; index < revisions; index += 1) {
        appendFileSync(join(work, `d${index % 20}/f${index}.txt`), 'next\n');
        await svn('commit', '-q', '-m', `change ${index}`, work);
      }
      rmSync(work, { recursive: true });
    }
    return both;
  });

/** @param {(door: Door, target: string) => Promise<unknown>} act `target`: a path that is free */
const atBoth = (act) => async (/** @type {Bench} */ bench) => {
  const { ours, baseline } = await doors(bench);
  const target = join(bench.directory, 'svn-target');
  const at = (/** @type {Door} */ door) => async () => {
    rmSync(target, { recursive: true, force: true });
    return milliseconds(() => act(door, target));
  };
  return { ours: at(ours), baseline: at(baseline) };
};

/** A commit that changes 100 files; only the commit is timed. @param {Bench} bench */
const committing = async (bench) => {
  const both = await doors(bench);
  const side = async (/** @type {'ours' | 'baseline'} */ name) => {
    const { url, svn } = both[name];
    const work = join(bench.directory, `svn-commit-${name}`);
    await svn('checkout', '-q', `${url}/bench`, work);
    return (/** @type {number} */ round) => {
      for (let index = 0; index < 100; index += 1)
        appendFileSync(join(work, `d${index % 20}/f${index}.txt`), `round ${round}\n`);
      return milliseconds(() => svn('commit', '-q', '-m', `round ${round}`, work));
    };
  };
  return { ours: await side('ours'), baseline: await side('baseline') };
};

const wall = /** @type {const} */ ({ unit: 'ms', better: 'less' });

/**
 * The stock client against a bare Apache with mod_dav_svn and Basic authentication, whose repository got the same
 * commits.
 * @type {Scenario[]}
 */
export const subversion = [
  {
    ...wall,
    name: 'checkout',
    title: `checkout of ${files} files`,
    target: 1.25,
    rounds: 9,
    prepare: atBoth(({ url, svn }, target) => svn('checkout', '-q', `${url}/bench`, target)),
  },
  {
    ...wall,
    name: 'log',
    title: `log of ${revisions} revisions with their paths, warm`,
    target: 1.25,
    rounds: 9,
    warmUp: warm,
    prepare: atBoth(({ url, svn }) => svn('log', '-v', url)),
  },
  {
    ...wall,
    name: 'log-new',
    title: 'the same where nobody has asked for it before',
    rounds: 9,
    warmUp: warm,
    // More than there are: each is another question, with the same answer.
    prepare: atBoth(({ url, svn }) => svn('log', '-v', '--limit', String((limit += 1)), url)),
  },
  { ...wall, name: 'commit', title: 'commit of 100 changed files', prepare: committing },
];

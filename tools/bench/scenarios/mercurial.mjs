import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median, milliseconds } from '../measure.mjs';
import { hg, mercurialDoor } from '../mercurial-baseline.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */
/** @typedef {Record<'ours' | 'baseline', string>} Addresses */

const changesets = 2_000;
const pulled = 100;
const branches = 1_000;

/**
 * A repository of 2,000 changesets and 20 MB that both sides got by the same push, made once in a run.
 * @param {Bench} bench
 */
const pushed = (bench) =>
  bench.once('mercurial-repository', async () => {
    const { installation, directory } = bench;
    const source = join(directory, 'hg-source');
    await hg('init', source);
    await hg('-R', source, 'debugbuilddag', '--new-file', `+${changesets - 1}`);
    await hg('-R', source, 'update', '-q');
    writeFileSync(join(source, 'large'), randomBytes(20 << 20));
    await hg('-R', source, 'commit', '-q', '-A', '-m', 'large', join(source, 'large'));
    const { withCredentials } = await installation.repository('hg', 'mercurial');
    /** @type {Addresses} */
    const at = { ours: withCredentials, baseline: await mercurialDoor(bench) };
    for (const url of Object.values(at)) await hg('-R', source, 'push', '-q', url);
    return { source, at };
  });

/**
 * @param {(url: string, target: string) => Promise<unknown>} act `target`: a path that is free, but for what `before`
 * makes
 * @param {(source: string, target: string) => Promise<unknown>} [before] is not timed
 */
const atBoth = (act, before) => async (/** @type {Bench} */ bench) => {
  const { source, at } = await pushed(bench);
  const target = join(bench.directory, 'hg-target');
  const side = (/** @type {string} */ url) => async () => {
    rmSync(target, { recursive: true, force: true });
    await before?.(source, target);
    return milliseconds(() => act(url, target));
  };
  return { ours: side(at.ours), baseline: side(at.baseline) };
};

/**
 * What half of so many requests, one after another, take at most (ms). @param {string} url @param {HeadersInit}
 * [headers]
 */
const each = async (url, headers, times = 300) => {
  /** @type {number[]} */
  const spent = [];
  for (let index = 0; index < times; index += 1)
    spent.push(
      await milliseconds(async () => {
        const answer = await fetch(url, { headers });
        if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
        await answer.arrayBuffer();
      }),
    );
  return median(spent);
};

/** What the way through the whole of the product adds. @param {Bench} bench */
const asking = async (bench) => {
  const { at } = await pushed(bench);
  const { authorization, ...address } = { authorization: bench.installation.basic, url: new URL(at.ours) };
  address.url.username = address.url.password = '';
  let bare = 0;
  return {
    ours: async () => {
      bare = await each(`${at.baseline}?cmd=capabilities`);
      return (await each(`${address.url.href}?cmd=capabilities`, { authorization })) - bare;
    },
    note: () => `bare: ${bare.toFixed(1)} ms`,
  };
};

/** A repository of 1,000 branches. @param {Bench} bench */
const branched = (bench) =>
  bench.once('mercurial-branches', async () => {
    const { installation, directory } = bench;
    const source = join(directory, 'hg-branches');
    await hg('init', source);
    const dag = Array.from({ length: branches - 1 }, (_, index) => `@b${index} +1`).join(' ');
    await hg('-R', source, 'debugbuilddag', `+1 ${dag}`);
    const { path, withCredentials } = await installation.repository('hg-branches', 'mercurial');
    await hg('-R', source, 'push', '-q', '--new-branch', withCredentials);
    return { source, url: withCredentials, page: `${installation.api_url}${path}/branches` };
  });

/** The first page after a push. @param {Bench} bench */
const firstPage = async (bench) => {
  const { source, url, page } = await branched(bench);
  await hg('-R', source, 'update', '-q', 'default');
  return {
    ours: async (/** @type {number} */ round) => {
      writeFileSync(join(source, 'round'), `${round} ${Date.now()}`);
      await hg('-R', source, 'commit', '-q', '-A', '-m', `round ${round}`, join(source, 'round'));
      await hg('-R', source, 'push', '-q', url);
      return each(page, bench.installation.headers, 1);
    },
  };
};

/** @param {Bench} bench */
const laterPages = async (bench) => {
  const { page } = await branched(bench);
  return { ours: () => each(page, bench.installation.headers) };
};

const wall = /** @type {const} */ ({ unit: 'ms', better: 'less' });

/**
 * The stock client against a bare hgweb (in waitress, without authentication) whose repository came by the same push.
 * @type {Scenario[]}
 */
export const mercurial = [
  {
    ...wall,
    name: 'capabilities',
    title: 'capabilities, beyond the bare engine',
    target: 3,
    prepare: asking,
  },
  {
    ...wall,
    name: 'clone',
    title: `clone of ${changesets.toLocaleString('en')} changesets and 20 MB`,
    target: 1.15,
    prepare: atBoth((url, target) => hg('clone', '-q', '-U', url, target)),
  },
  {
    ...wall,
    name: 'pull',
    title: `pull of ${pulled} changesets, and one of 20 MB`,
    target: 1.15,
    rounds: 9,
    prepare: atBoth(
      (url, target) => hg('-R', target, 'pull', '-q', url),
      (source, target) => hg('clone', '-q', '-U', '-r', String(changesets - 1 - pulled), source, target),
    ),
  },
  {
    ...wall,
    name: 'branches-first',
    title: `a page of ${branches.toLocaleString('en')} branches after a push`,
    target: 60,
    prepare: firstPage,
  },
  { ...wall, name: 'branches', title: 'the same once more', target: 10, prepare: laterPages },
];

import { join } from 'node:path';
import { run } from '../load.mjs';
import { memoryOf } from '../cpu.mjs';
import { git as runGit, makeRepository } from '../git-data.mjs';
import { idOf, makeMany } from '../many-repositories.mjs';
import { median, milliseconds } from '../measure.mjs';
import { hg } from '../mercurial-baseline.mjs';
import { environment } from '../subversion-baseline.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */

/** So many repositories of each kind there are, and so few of them are asked for comparison. */
const many = 10_000;
const few = 1_000;
/** In one round, each of another repository: more than any cache of opened repositories keeps. */
const asked = 300;
/** At a time, where all are asked. */
const together = 8;

/**
 * A kind: what its template has, and a question that opens the repository.
 * @typedef {object} Kind
 * @property {(bench: Bench, url: string) => Promise<unknown>} fill
 * @property {string} [query]
 * @property {RequestInit} [options]
 */
/** @type {Record<string, Kind>} */
const kinds = {
  git: {
    fill: async ({ directory }, url) => {
      const source = join(directory, 'many-git');
      await makeRepository(source, { commits: 3, bytes: 300 });
      await runGit(source, 'push', '-q', '--mirror', url);
    },
    query: '/info/refs?service=git-upload-pack',
  },
  mercurial: {
    fill: async ({ directory }, url) => {
      const source = join(directory, 'many-hg');
      await hg('init', source);
      await hg('-R', source, 'debugbuilddag', '--new-file', '+3');
      await hg('-R', source, 'push', '-q', url);
    },
    query: '?cmd=branchmap',
  },
  subversion: {
    fill: ({ installation: { login, password } }, url) => {
      const { href } = Object.assign(new URL(url), { username: '', password: '' });
      const who = ['--non-interactive', '--no-auth-cache', '--username', login, '--password', password];
      return run('svn', ['mkdir', '-q', '-m', 'trunk', `${href}/trunk`, ...who], { env: environment });
    },
    options: { method: 'PROPFIND', headers: { depth: '0' } },
  },
};

/** The repositories of a kind; answers what asks one of them, by its number from 1 on. @param {string} kind */
const repositories = (kind) => async (/** @type {Bench} */ bench) =>
  bench.once(`many-${kind}`, async () => {
    const { installation } = bench;
    const { fill, query = '', options = {} } = kinds[kind];
    // In a project of their own, since ids are of all kinds.
    const project = `many-${kind}`;
    await installation.api('POST', '/projects', { id: project, name: project });
    const wanted = { id: 'template', type: kind };
    const made = await installation.api('POST', `/projects/${project}/repositories`, wanted);
    const url = Object.assign(new URL(made.http_url), {
      username: installation.login,
      password: installation.password,
    });
    await fill(bench, url.href);
    await makeMany(bench, kind, made.uuid, many);
    const above = made.http_url.slice(0, -'template'.length);
    const headers = { ...options.headers, authorization: installation.basic };
    return async (/** @type {number} */ number) => {
      const answer = await fetch(`${above}${idOf(number)}${query}`, { ...options, headers });
      if (!answer.ok) throw new Error(`${idOf(number)}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    };
  });

/** @param {(number: number) => Promise<void>} ask @param {number} count */
const askAll = async (ask, count) => {
  let next = 0;
  const asking = async () => {
    while (next < count) await ask((next += 1));
  };
  await Promise.all(Array.from({ length: together }, asking));
};

/** Half of the answers come in so many ms: one after another, each of another repository of the first `among`. */
const middle = (/** @type {(number: number) => Promise<void>} */ ask, /** @type {number} */ among) => {
  const stride = Math.floor(among / asked);
  return async (/** @type {number} */ round) => {
    /** @type {number[]} */
    const spent = [];
    for (let at = 0; at < asked; at += 1) {
      const number = 1 + ((((round + among) % among) + at * stride) % among);
      spent.push(await milliseconds(() => ask(number)));
    }
    return { value: median(spent), requests: asked };
  };
};

/** Mebibytes of the largest process of each sort, in sum. @param {Bench} bench */
const memory = ({ installation }) => {
  const parts = installation.parts();
  // It keeps what it has room for.
  delete parts.postgres;
  return Object.values(memoryOf(parts)).reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;
};

/**
 * Ten thousand repositories of each kind: what is there costs nothing, and what is asked no more than among few.
 * @type {Scenario[]}
 */
export const manyOfEach = Object.keys(kinds).flatMap((kind) => [
  {
    name: `${kind}-latency`,
    title: `one of ${many.toLocaleString('en')} repositories of ${kind} after another, against ${few.toLocaleString('en')} (both ours)`,
    unit: 'ms',
    better: 'less',
    target: 1.2,
    prepare: async (bench) => {
      const ask = await repositories(kind)(bench);
      return { ours: middle(ask, many), baseline: middle(ask, few) };
    },
  },
  {
    name: `${kind}-memory`,
    title: `memory of all parts once each of them was asked, against ${few.toLocaleString('en')} of them (both ours)`,
    unit: 'MiB',
    better: 'less',
    target: 1.2,
    rounds: 1,
    warmUp: false,
    prepare: async (bench) => {
      const ask = await repositories(kind)(bench);
      await askAll(ask, few);
      const before = memory(bench);
      await askAll(ask, many);
      const after = memory(bench);
      return { ours: () => after, baseline: () => before };
    },
  },
]);

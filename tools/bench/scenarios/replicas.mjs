import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../system/ports.mjs';
import { libraries } from '../artifact-data.mjs';
import { cpuOf } from '../cpu.mjs';
import { pushedBranches } from '../git-data.mjs';
import { requests } from '../load.mjs';
import { projects } from '../people-data.mjs';
import { endReplica, startReplica } from '../replicas.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Rate, Summary } from '../load.mjs' */
/** @import { Scenario } from '../measure.mjs' */

/** Connections in all, however many processes share them. */
const connections = 64;

/** @param {Record<string, number>} used */
const sum = (used) => Object.values(used).reduce((total, each) => total + each, 0);

/**
 * Processor time of all parts for one request, where requests go to these addresses at the same time.
 * @param {Bench} bench
 * @param {Pick<Rate, 'url' | 'headers' | 'script' | 'variables'>[]} rates
 */
const timeEach = async ({ installation, seconds }, rates) => {
  const each = { connections: Math.ceil(connections / rates.length), seconds };
  const all = () => Promise.all(rates.map((rate) => requests({ ...each, ...rate })));
  // A process that has just begun runs code that is not compiled yet.
  await all();
  const from = sum(cpuOf(installation.parts()));
  const done = await all();
  const count = done.reduce((total, /** @type {Summary} */ { requests: some }) => total + some, 0);
  return { value: (sum(cpuOf(installation.parts())) - from) / count, requests: count };
};

/** As `timeEach`, while a second process of a service shares the work. @param {Bench} bench @param {string} part */
const withSecond = (bench, part) => async (/** @type {Parameters<typeof timeEach>[1]} */ rates) => {
  const { installation } = bench;
  const name = `${part} replica`;
  const child = await startReplica(installation, part, name);
  try {
    return await timeEach(bench, rates);
  } finally {
    await endReplica(installation, name, child);
  }
};

/** How many sessions of the database waited for a lock, at how many looks. @param {Bench} bench */
const lockWaits = async ({ installation }) => {
  const client = await installation.database();
  const seen = { looks: 0, waiting: 0 };
  let going = true;
  const looking = (async () => {
    for (; going; await sleep(20)) {
      /** @type {import('pg').QueryResult<{ count: number }>} */
      const { rows } = await client.query(
        "select count(*)::int from pg_stat_activity where wait_event_type = 'Lock'",
      );
      seen.looks += 1;
      seen.waiting += rows[0].count;
    }
  })();
  return {
    seen,
    end: async () => {
      going = false;
      await looking;
      await client.end();
    },
  };
};

/** What is shared by all: a second process costs no more for a request than the first alone. */
const inTime = /** @type {const} */ ({ unit: 'µs', better: 'less', target: 1.1 });

/** Uploads of 4 KiB, a new artifact each. @param {Bench} bench */
const uploads = async (bench) => {
  const { root } = await libraries(bench);
  return () => {
    const mark = randomBytes(8).toString('hex');
    const variables = {
      PATTERN: `${new URL(root).pathname}/many/a${mark}-%d/1/a${mark}-%d-1.jar`,
      MARK: mark,
      BYTES: String(4 << 10),
      AUTHORIZATION: bench.installation.basic,
    };
    return { url: root, script: 'put', variables };
  };
};

/** The address of a branch of a repository of its own. @param {Bench} bench @param {string} id */
const branchAt = (bench, id) =>
  bench.once(id, async () => {
    const { path } = await pushedBranches(
      join(bench.directory, id),
      await bench.installation.repository(id),
      10,
    );
    return { url: `${bench.installation.api_url}${path}/branches/b/3`, headers: bench.installation.headers };
  });

/** Two further storage nodes, which last until the end; a repository lies on each. @param {Bench} bench */
const threeNodes = async (bench) => {
  const { installation, directory, endings } = bench;
  const ids = ['on-node-1', 'on-node-2', 'on-node-3'];
  const urls = [];
  for (const id of ids) urls.push(await branchAt(bench, id));
  for (const number of [2, 3]) {
    const node = `node-${number}`;
    const child = await startReplica(installation, 'repository', node, {
      HOLDFAST_NODE: node,
      HOLDFAST_DATA: join(directory, node),
    });
    endings.push(() => endReplica(installation, node, child));
  }
  // Each node looks at the others every two seconds.
  await sleep(5_000);
  for (const number of [2, 3])
    installation.command(
      ...['holdfast', 'repository', 'move'],
      `${installation.company}/${installation.project}/on-node-${number}`,
      '--to',
      `node-${number}`,
    );
  return urls;
};

/**
 * Replicas, by what a request takes of the processor: two cores cannot show what many machines serve together, but one
 * that costs no more with two processes is served twice as often by twice the machines.
 * @type {Scenario[]}
 */
export const replicas = [
  {
    ...inTime,
    name: 'gateways',
    title: 'processor time of a GET of one branch, by two gateways against one (both ours)',
    prepare: async (bench) => {
      const { installation, endings } = bench;
      const port = await freePort();
      const ports = { HOLDFAST_PORT: String(port), HOLDFAST_SSH_PORT: String(await freePort()) };
      const child = await startReplica(installation, 'gateway', 'gateway replica', ports);
      endings.push(() => endReplica(installation, 'gateway replica', child));
      const first = await branchAt(bench, 'on-node-1');
      const second = { ...first, url: Object.assign(new URL(first.url), { port }).href };
      return {
        ours: () => timeEach(bench, [first, second]),
        baseline: () => timeEach(bench, [first]),
      };
    },
  },
  {
    ...inTime,
    name: 'identity',
    title: 'processor time of 50 of 2,000 projects, by two identity services against one (both ours)',
    prepare: async (bench) => {
      await projects(bench);
      const { api_url: api, headers } = bench.installation;
      const rates = [{ url: `${api}/projects?limit=50&offset=500`, headers }];
      return {
        ours: () => withSecond(bench, 'identity')(rates),
        baseline: () => timeEach(bench, rates),
      };
    },
  },
  {
    ...inTime,
    name: 'artifact',
    title: 'processor time of an upload of 4 KiB, by two artifact services against one (both ours)',
    prepare: async (bench) => {
      const upload = await uploads(bench);
      const waits = await lockWaits(bench);
      bench.endings.push(waits.end);
      return {
        ours: () => withSecond(bench, 'artifact')([upload()]),
        baseline: () => timeEach(bench, [upload()]),
        note: () => `${waits.seen.waiting} waited for a lock at ${waits.seen.looks} looks`,
      };
    },
  },
  {
    ...inTime,
    name: 'nodes',
    title: 'processor time of a GET of one branch, by three storage nodes against one (both ours)',
    prepare: async (bench) => {
      const urls = await threeNodes(bench);
      return { ours: () => timeEach(bench, urls), baseline: () => timeEach(bench, urls.slice(0, 1)) };
    },
  },
];

// node tools/bench/capacity.mjs; see README.md
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { command } from '../system/complaint.mjs';
import { libraries } from './artifact-data.mjs';
import { madeOnce } from './bench.mjs';
import { memoryOf } from './cpu.mjs';
import { makeRepository, git, pushNewBranches } from './git-data.mjs';
import { Installation } from './installation.mjs';
import { run } from './load.mjs';
import { makeMany } from './many-repositories.mjs';
import { manyUsers } from './people-data.mjs';

/** @typedef {Pick<import('./bench.mjs').Bench, 'directory' | 'once' | 'installation'>} Bench */
/**
 * What one more of something takes, in bytes: in the database with its indexes, on the disks of repositories and
 * blobs in whole blocks, in the memory of the gateway.
 * @typedef {{ database?: number, disk?: number, memory?: number }} Cost
 */

/** The tables of all services with their indexes, in bytes, without what vacuum finds dead. @param {Bench} bench */
const databaseSize = async ({ installation }) => {
  const client = await installation.database();
  try {
    await client.query('vacuum full');
    /** @type {import('pg').QueryResult<{ size: string }>} */
    const { rows } = await client.query(
      `select sum(pg_total_relation_size(c.oid)) as size
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname in ('identity', 'repository', 'artifact')`,
    );
    return Number(rows[0].size);
  } finally {
    await client.end();
  }
};

/** What files of the services take on the disk, in bytes, now. @param {Bench} bench @returns {Promise<number>} */
const diskNow = async ({ installation }) => {
  const told = await run('du', ['-s', '-B1', join(installation.home, 'data')]).catch(() => '');
  return Number(told.split('\t')[0] || NaN);
};

/** The same once nobody packs or removes anything any more. @param {Bench} bench */
const diskSize = async (bench) => {
  for (let last = NaN; ;) {
    const now = await diskNow(bench);
    if (now === last) return now;
    last = now;
    await sleep(5_000);
  }
};

/**
 * What `make` adds for each of `count`.
 * @param {Bench} bench
 * @param {number} count
 * @param {() => Promise<unknown>} make
 * @returns {Promise<Cost>}
 */
const added = async (bench, count, make) => {
  const before = { database: await databaseSize(bench), disk: await diskSize(bench) };
  await make();
  const after = { database: await databaseSize(bench), disk: await diskSize(bench) };
  return {
    database: (after.database - before.database) / count,
    disk: (after.disk - before.disk) / count,
  };
};

/** @param {Bench} bench @param {number} count @param {(number: number) => Promise<unknown>} make */
const addedEach = (bench, count, make) =>
  added(bench, count, async () => {
    for (let number = 1; number <= count; number += 1) await make(number);
  });

/** A user of a company with a role in two projects. @param {Bench} bench */
const user = async (bench) => {
  const { database } = await added(bench, 100_000, () => manyUsers(bench));
  return { database };
};

/** An empty repository: its files from 20 that the API makes, its rows from 10,000 copies. @param {string} type */
const repositoryOf = (type) => async (/** @type {Bench} */ bench) => {
  const { installation } = bench;
  const { disk } = await addedEach(bench, 20, (number) =>
    installation.repository(`empty-${type}-${number}`, type),
  );
  return { disk };
};

/** @param {Bench} bench */
const repositoryRow = async (bench) => {
  const made = await bench.installation.repository('template');
  const { uuid } = await bench.installation.api('GET', made.path);
  const { database } = await added(bench, 10_000, () => makeMany(bench, 'git', uuid, 10_000));
  return { database };
};

/** A branch at a commit that is there, by pushes of 1,000. @param {Bench} bench */
const branch = async (bench) => {
  const { installation, directory } = bench;
  const source = join(directory, 'branches');
  const commit = await makeRepository(source, { commits: 1, bytes: 100 });
  const { url, withCredentials } = await installation.repository('branches');
  await git(source, 'push', '-q', withCredentials, 'main');
  const target = { url, basic: installation.basic };
  return added(bench, 10_000, async () => {
    for (let number = 1; number <= 10; number += 1)
      await pushNewBranches(target, `b${number}`, 1_000, commit);
  });
};

/** A file of 1 KiB, each the only one of its version. @param {Bench} bench */
const artifactFile = async (bench) => {
  const { root, put } = await libraries(bench);
  await put(`${root}/org/example/first/1/first-1.jar`, randomBytes(1024));
  const { database = 0, disk = 0 } = await addedEach(bench, 5_000, (number) =>
    put(`${root}/org/example/a${number}/1/a${number}-1.jar`, randomBytes(1024)),
  );
  return { database, disk: disk - 1024 };
};

/** A connection of HTTP that was used once and is kept open. @param {Bench} bench */
const connection = async ({ installation }) => {
  const count = 2_000;
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true }));
  const gatewayMemory = () => memoryOf(installation.parts()).gateway;
  /** @param {Agent} agent */
  const ask = (agent) =>
    new Promise((resolve, reject) => {
      const url = `${installation.api_url}/projects`;
      get(url, { agent, headers: installation.headers }, (answer) => answer.resume().on('end', resolve)).on(
        'error',
        reject,
      );
    });
  // What it does for its first requests is not what a connection takes.
  for (let round = 0; round < 3_000; round += 1) await ask(agents[0]);
  const before = gatewayMemory();
  for (const agent of agents) await ask(agent);
  const memory = (gatewayMemory() - before) / count;
  for (const agent of agents) agent.destroy();
  return { memory };
};

/** @param {string} type @returns {[string, (bench: Bench) => Promise<Cost>]} */
const emptyOf = (type) => [`an empty ${type} repository, on the disk`, repositoryOf(type)];

/**
 * In this order: a connection is measured in a young gateway.
 * @param {string[]} types of version control
 * @returns {[string, (bench: Bench) => Promise<Cost>][]}
 */
const thingsOf = (types) => [
  ['an idle connection of HTTP', connection],
  ['a file of an artifact repository, besides its bytes', artifactFile],
  ['a branch of git', branch],
  ...types.map(emptyOf),
  ['a repository of any kind, in the database', repositoryRow],
  ['a user with a role in two projects', user],
];

/** @param {number | undefined} bytes */
const shown = (bytes) =>
  bytes === undefined ? '–' : bytes < 10_000 ? `${Math.round(bytes)} B` : `${(bytes / 1024).toFixed(0)} KiB`;

await command(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'holdfast-capacity-'));
  const installation = new Installation(join(directory, 'home'));
  const bench = { directory, installation, once: madeOnce() };
  /** @type {Promise<void> | undefined} */
  let stopping;
  const stop = () =>
    (stopping ??= (async () => {
      installation.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    })());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  try {
    await installation.start();
    // It is built now.
    const { vcsKinds } = await import('../../libs/contracts/dist/kinds/vcs-kinds.js');
    process.stdout.write(
      '| one more | database | disk | memory of the gateway |\n| --- | --- | --- | --- |\n',
    );
    for (const [name, measured] of thingsOf(vcsKinds.map(({ id }) => id))) {
      const { database, disk, memory } = await measured(bench);
      process.stdout.write(`| ${[name, shown(database), shown(disk), shown(memory)].join(' | ')} |\n`);
    }
  } finally {
    await stop();
  }
});

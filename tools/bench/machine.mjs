import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { delimiter, join } from 'node:path';
import { toolsDirectory } from '../system/paths.mjs';

/** @import { Bench } from './bench.mjs' */

/** What a program says about its version, or nothing. @param {string} program @param {string[]} args */
const said = (program, ...args) => {
  const path = [join(toolsDirectory, 'nats-server/bin'), process.env.PATH].join(delimiter);
  const { stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
  return `${stdout ?? ''}${stderr ?? ''}`.split('\n')[0].trim();
};

/** @param {import('./installation.mjs').Installation} installation */
const databaseVersion = async (installation) => {
  const client = await installation.database();
  try {
    /** @type {import('pg').QueryResult<{ server_version: string }>} */
    const { rows } = await client.query('show server_version');
    return rows[0].server_version;
  } finally {
    await client.end();
  }
};

/** The load that the machine has before the run adds its own. */
export const loadNow = () =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(', ');

/**
 * Lines that say where and how a run took place.
 * @param {Pick<Bench, 'installation' | 'rounds' | 'seconds'>} bench
 * @param {{ load: string, minutes: string, names: string[] }} run
 */
export const describeRun = async ({ installation, rounds, seconds }, { load, minutes, names }) => {
  const versions = [
    `Node ${process.version}`,
    `PostgreSQL ${await databaseVersion(installation)}`,
    said('nats-server', '--version'),
    said('git', '--version'),
    said('nginx', '-v').replace('nginx version: ', ''),
    said('wrk', '-v').replace(/ \[.*/, ''),
  ];
  return [
    `${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores (${cpus()[0].model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}; load average at the start ${load}`,
    versions.filter(Boolean).join(', '),
    `\`node tools/bench/run.mjs ${[...names, `--rounds ${rounds}`, `--seconds ${seconds}`].join(' ')}\`: ${minutes} minutes`,
  ];
};

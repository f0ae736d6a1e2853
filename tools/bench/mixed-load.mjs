import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { libraries, upload } from './artifact-data.mjs';
import { environment, git, makeRepository } from './git-data.mjs';
import { run } from './load.mjs';
import { milliseconds } from './measure.mjs';

const pause = 10;

/**
 * A client of bytes stands for another machine, whose processor takes nothing from the product: it has a session of its
 * own, which gets what the others leave.
 */
const apart = { detached: true, nice: 19 };

/** @typedef {Pick<import('./bench.mjs').Bench, 'directory' | 'once' | 'installation'>} Bench */

/**
 * A repository of 20 MB that can be cloned, and a file of 32 MiB that can be uploaded, made once in a run.
 * @param {Bench} bench
 */
const fixtures = (bench) =>
  bench.once('mixed', async () => {
    const source = join(bench.directory, 'mixed');
    await makeRepository(source, { commits: 2_000, bytes: 20 << 20 });
    const repository = await bench.installation.repository('mixed');
    await git(source, 'push', '-q', '--mirror', repository.withCredentials);
    const file = join(bench.directory, 'mixed.bin');
    writeFileSync(file, randomBytes(32 << 20));
    const { root } = await libraries(bench);
    return { repository, file, root };
  });

/**
 * What an installation is busy with on an ordinary day, one of each at once: a clone, an upload of 32 MiB, and small
 * requests. `run(seconds)` does it for so long and answers the milliseconds of each GET of a branch.
 * @param {Bench} bench
 */
export const mixedLoad = async (bench) => {
  const { repository, file, root } = await fixtures(bench);
  const { api_url: api, headers, basic } = bench.installation;
  const work = join(bench.directory, 'mixed-clones');
  mkdirSync(work, { recursive: true });
  let serial = 0;
  const clone = async () => {
    const to = join(work, String((serial += 1)));
    await run('git', ['clone', '-q', '--bare', repository.withCredentials, to], {
      ...apart,
      env: environment,
    });
    // In a thread: what this one does by itself the GETs that it measures would wait for.
    await rm(to, { recursive: true, force: true });
  };
  const send = () => {
    const mark = randomBytes(4).toString('hex');
    return upload(
      `${root}/org/example/mixed/${mark}-SNAPSHOT/mixed-${mark}-SNAPSHOT.bin`,
      basic,
      file,
      apart,
    );
  };
  /** @param {string} path */
  const get = async (path) => {
    const answer = await fetch(api + path, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET ${path} meanwhile: ${answer.status}`);
  };
  const list = async () => {
    await get(`${repository.path}/branches?limit=50`);
    await get('/projects');
    await sleep(pause);
  };
  /** @param {number} seconds */
  const runFor = async (seconds) => {
    /** @type {number[]} */
    const times = [];
    const until = Date.now() + seconds * 1000;
    /** @param {() => Promise<void>} act */
    const again = async (act) => {
      while (Date.now() < until) await act();
    };
    const branch = async () => {
      times.push(await milliseconds(() => get(`${repository.path}/branches/main`)));
      await sleep(pause);
    };
    await Promise.all([again(clone), again(send), again(list), again(branch)]);
    return times;
  };
  return { run: runFor };
};

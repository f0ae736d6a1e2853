import { randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { download, libraries, upload } from '../artifact-data.mjs';
import { memoryOf } from '../cpu.mjs';
import { milliseconds, percentile } from '../measure.mjs';

const size = 5 * 2 ** 30;
const pause = 20;
const idleSamples = 200;

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */

/**
 * What was seen while the large file was on its way: the highest memory by process, and the times of other requests.
 * @typedef {object} Seen
 * @property {string} source
 * @property {string} huge
 * @property {string} beside
 * @property {Record<string, number>} peak
 * @property {number[]} times
 */

/** @param {Bench} bench @returns {Promise<Seen>} */
const observations = (bench) =>
  bench.once('large', async () => {
    const { root, put } = await libraries(bench);
    /** @param {string} name */
    const path = (name) => `${root}/org/example/${name}/1.0/${name}-1.0.bin`;
    await put(path('beside'), randomBytes(4096));
    const source = join(bench.directory, 'huge.bin');
    writeFileSync(source, randomBytes(4096));
    truncateSync(source, size); // zeros that take no room here
    return { source, huge: path('huge'), beside: path('beside'), peak: {}, times: [] };
  });

/** @param {Bench} bench @param {string} url */
const smallGet = (bench, url) =>
  milliseconds(async () => {
    const answer = await fetch(url, { headers: { authorization: bench.installation.basic } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET ${url} meanwhile: ${answer.status}`);
  });

/**
 * Watches memory and small requests for as long as `act` takes; answers megabytes per second.
 * @param {Bench} bench
 * @param {Seen} seen
 * @param {() => Promise<void>} act
 */
const watched = async (bench, seen, act) => {
  let going = true;
  /** @param {() => Promise<unknown>} look */
  const watch = async (look) => {
    while (going) {
      await look();
      await sleep(pause);
    }
  };
  const memory = () => {
    for (const [name, resident] of Object.entries(memoryOf(bench.installation.parts())))
      seen.peak[name] = Math.max(seen.peak[name] ?? 0, resident);
    return sleep(200);
  };
  const watches = [watch(memory), watch(async () => seen.times.push(await smallGet(bench, seen.beside)))];
  try {
    const spent = await milliseconds(act);
    return size / 1e6 / (spent / 1000);
  } finally {
    going = false;
    await Promise.all(watches);
  }
};

const once = /** @type {const} */ ({ rounds: 1, warmUp: false });

/**
 * One very large file up and down, the memory of every process meanwhile, and what other requests feel of it.
 * @type {Scenario[]}
 */
export const large = [
  {
    ...once,
    name: 'upload',
    title: 'upload of 5 GiB',
    unit: 'MB/s',
    better: 'more',
    prepare: async (bench) => {
      const seen = await observations(bench);
      return {
        ours: () => watched(bench, seen, () => upload(seen.huge, bench.installation.basic, seen.source)),
      };
    },
  },
  {
    ...once,
    name: 'download',
    title: 'download of 5 GiB',
    unit: 'MB/s',
    better: 'more',
    needs: 'upload',
    prepare: async (bench) => {
      const seen = await observations(bench);
      return { ours: () => watched(bench, seen, () => download(seen.huge, bench.installation.basic)) };
    },
  },
  {
    ...once,
    name: 'memory',
    title: 'the largest process meanwhile',
    unit: 'MiB',
    better: 'less',
    target: 300,
    needs: 'upload',
    prepare: async (bench) => {
      const { peak } = await observations(bench);
      /** @param {[string, number]} entry */
      const shown = ([name, resident]) => `${name} ${Math.round(resident / 2 ** 20)} MiB`;
      return {
        ours: () => Math.max(...Object.values(peak)) / 2 ** 20,
        note: () => Object.entries(peak).map(shown).join(', '),
      };
    },
  },
  {
    ...once,
    name: 'others',
    title: 'a GET of 4 KiB meanwhile against one at rest (both ours), 99th percentile',
    unit: 'ms',
    better: 'less',
    needs: 'upload',
    prepare: async (bench) => {
      const { times, beside } = await observations(bench);
      return {
        ours: () => percentile(times, 0.99),
        baseline: async () => {
          /** @type {number[]} */
          const idle = [];
          for (let index = 0; index < idleSamples; index += 1) {
            idle.push(await smallGet(bench, beside));
            await sleep(pause);
          }
          return percentile(idle, 0.99);
        },
      };
    },
  },
];

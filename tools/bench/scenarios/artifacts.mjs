import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { byteRate, inRequests, requestRate } from '../load.mjs';
import { milliseconds } from '../measure.mjs';
import { libraries, upload } from '../artifact-data.mjs';

const large = 200 << 20;

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */
/** @typedef {'ours' | 'baseline'} SideName */

/**
 * The same random file behind a password on both sides, made once in a run.
 * @param {Bench} bench
 * @param {string} name
 * @param {number} size
 */
const file = (bench, name, size) =>
  bench.once(name, async () => {
    const content = randomBytes(size);
    const { root, put } = await libraries(bench);
    const url = `${root}/org/example/${name}/1.0/${name}-1.0.jar`;
    await put(url, content);
    return { ours: url, baseline: bench.baseline.file(`private/${name}.bin`, content) };
  });

/** @param {Bench} bench */
const authorizations = ({ installation, baseline }) => ({
  ours: installation.basic,
  baseline: baseline.basic,
});

/**
 * @template T
 * @param {(side: SideName) => T} make
 */
const both = (make) => ({ ours: make('ours'), baseline: make('baseline') });

/** @param {string} name @param {number} size @param {number} connections */
const get =
  (name, size, connections, rate = requestRate) =>
  async (/** @type {Bench} */ bench) => {
    const at = await file(bench, name, size);
    const authorization = authorizations(bench);
    return both((side) => () => {
      const headers = { Authorization: authorization[side] };
      return rate({ url: at[side], connections, seconds: bench.seconds, headers });
    });
  };

/** Uploads of 1 MiB; in the pattern, %u differs between runs and %d between requests. @param {string} pattern */
const put = (pattern) => async (/** @type {Bench} */ bench) => {
  const { root } = await libraries(bench);
  const authorization = authorizations(bench);
  return both((side) => async () => {
    const base = side === 'ours' ? root : `${bench.baseline.url}/dav`;
    const mark = randomBytes(8).toString('hex');
    const variables = {
      PATTERN: new URL(base).pathname + pattern.replaceAll('%u', mark),
      MARK: mark,
      BYTES: String(1 << 20),
      AUTHORIZATION: authorization[side],
    };
    // Long enough for what is written to reach the disk, and for code of which a request runs much a little.
    const seconds = 4 * bench.seconds;
    try {
      return await requestRate({ url: base, connections: 8, seconds, script: 'put', variables });
    } finally {
      await bench.baseline.clear();
    }
  });
};

/** One upload of 200 MiB in each round, with the same client on both sides. @param {Bench} bench */
const putLarge = async (bench) => {
  const { root } = await libraries(bench);
  const source = join(bench.directory, 'large.bin');
  const authorization = authorizations(bench);
  const target = {
    ours: (/** @type {string} */ mark) => `${root}/org/example/large/${mark}/large-${mark}.bin`,
    baseline: (/** @type {string} */ mark) => `${bench.baseline.url}/dav/large-${mark}.bin`,
  };
  return both((side) => async () => {
    writeFileSync(source, randomBytes(large)); // other bytes than before, which nobody has yet
    const url = target[side](randomBytes(4).toString('hex'));
    const spent = await milliseconds(() => upload(url, authorization[side], source));
    await bench.baseline.clear();
    return large / 1e6 / (spent / 1000);
  });
};

const throughput = /** @type {const} */ ({ unit: 'MB/s', better: 'more' });
const kibibytes = 1 << 10;
const mebibytes = 1 << 20;

/**
 * Files of build tools against nginx with auth_basic (plain) and WebDAV.
 * @type {Scenario[]}
 */
export const artifacts = [
  {
    ...inRequests,
    name: 'get-4k',
    title: 'GET 4 KiB with Basic, 16 connections',
    target: 0.1,
    prepare: get('pom', 4 * kibibytes, 16),
  },
  {
    ...inRequests,
    name: 'get-4k-c64',
    title: 'GET 4 KiB with Basic, 64 connections',
    target: 0.1,
    prepare: get('pom', 4 * kibibytes, 64),
  },
  {
    ...inRequests,
    name: 'get-1m',
    title: 'GET 1 MiB with Basic, 16 connections',
    target: 0.2,
    prepare: get('jar', mebibytes, 16),
  },
  {
    ...inRequests,
    name: 'put-1m',
    title: 'PUT 1 MiB, 8 connections, a new artifact each',
    target: 0.3,
    prepare: put('/many/a%u-%d/1/a%u-%d-1.jar'),
  },
  {
    ...inRequests,
    name: 'put-1m-versions',
    title: 'PUT 1 MiB, 8 connections, versions of one artifact',
    target: 0.3,
    prepare: put('/one/a%u/%d/a%u-%d.jar'),
  },
  {
    ...throughput,
    name: 'get-200m',
    title: 'GET 200 MiB, 1 connection',
    prepare: get('distribution', large, 1, byteRate),
  },
  { ...throughput, name: 'put-200m', title: 'PUT 200 MiB, 1 connection', prepare: putLarge },
];

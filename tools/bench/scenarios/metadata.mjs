import { inRequests, requestRate, requests } from '../load.mjs';
import { libraries } from '../artifact-data.mjs';

const pairs = 20;
const atOnce = 8;

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario, Side } from '../measure.mjs' */
/** @typedef {Awaited<ReturnType<typeof metadataOf>>} Metadata */
/** @typedef {(bench: Bench, metadata: Metadata) => Side | Promise<Side>} SideOf */

/**
 * The computed metadata of an artifact with that many versions, made once in a run.
 * @param {Bench} bench
 * @param {number} versions
 */
const metadataOf = (bench, versions) =>
  bench.once(`metadata-${versions}`, async () => {
    const { root, put } = await libraries(bench);
    const name = `meta${versions}`;
    /** @param {string} version */
    const release = (version) =>
      put(`${root}/org/example/${name}/${version}/${name}-${version}.pom`, `<project>${version}</project>`);
    const numbers = Array.from({ length: versions }, (_, index) => `1.${index}`);
    for (let at = 0; at < versions; at += atOnce)
      await Promise.all(numbers.slice(at, at + atOnce).map(release));
    return { url: `${root}/org/example/${name}/maven-metadata.xml`, release };
  });

/** What `make` makes of the metadata of 1,000 versions, against that of 10. @param {SideOf} make */
const manyAgainstFew = (make) => async (/** @type {Bench} */ bench) => ({
  ours: await make(bench, await metadataOf(bench, 1_000)),
  baseline: await make(bench, await metadataOf(bench, 10)),
});

/** @param {Bench} bench @param {string} url @param {Record<string, string>} [headers] */
const load = (bench, url, headers = {}) => ({
  url,
  connections: 16,
  seconds: bench.seconds,
  headers: { Authorization: bench.installation.basic, ...headers },
});

/** @type {SideOf} */
const conditional = async (bench, { url }) => {
  const headers = { authorization: bench.installation.basic };
  const etag = (await fetch(url, { headers })).headers.get('etag') ?? '';
  const again = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
  if (again.status !== 304) throw new Error(`${url} is sent again: ${again.status}`);
  return () => requestRate(load(bench, url, { 'If-None-Match': etag }));
};

/**
 * Bytes per second of the document itself: a longer one may take longer.
 * @type {SideOf}
 */
const perByte =
  (bench, { url }) =>
  async () => {
    const { bytes, seconds, requests: count } = await requests(load(bench, url));
    return { value: bytes / 1e6 / seconds, requests: count };
  };

/**
 * A release more and the metadata after it, which cannot be known yet.
 * @type {SideOf}
 */
const releases =
  (bench, { url, release }) =>
  async (round) => {
    const headers = { authorization: bench.installation.basic };
    const from = performance.now();
    for (let index = 0; index < pairs; index += 1) {
      await release(`2.${round}.${index}`);
      await (await fetch(url, { headers })).arrayBuffer();
    }
    return { value: (pairs * 1000) / (performance.now() - from), requests: pairs };
  };

/**
 * The metadata of 1,000 versions against nginx that sends the same bytes from a file behind a password.
 * @param {Bench} bench
 */
const againstFile = async (bench) => {
  const { url } = await metadataOf(bench, 1_000);
  const { basic } = bench.installation;
  const answer = await fetch(url, { headers: { authorization: basic } });
  const file = bench.baseline.file('private/maven-metadata.xml', Buffer.from(await answer.arrayBuffer()));
  return {
    ours: () => requestRate(load(bench, url)),
    baseline: () => requestRate(load(bench, file, { Authorization: bench.baseline.basic })),
  };
};

/**
 * Metadata of an artifact with 1,000 versions: against a file, and against one with 10, both ours: the same cost.
 * @type {Scenario[]}
 */
export const metadata = [
  {
    ...inRequests,
    name: 'file',
    title: 'maven-metadata.xml of 1,000 versions, against nginx that sends the same bytes from a file',
    target: 0.08,
    prepare: againstFile,
  },
  {
    ...inRequests,
    name: 'checksum',
    title: 'maven-metadata.xml.sha1: 1,000 versions against 10 (both ours)',
    target: 0.8,
    prepare: manyAgainstFew(
      (bench, { url }) =>
        () =>
          requestRate(load(bench, `${url}.sha1`)),
    ),
  },
  {
    ...inRequests,
    name: 'conditional',
    title: 'maven-metadata.xml, not modified: 1,000 versions against 10 (both ours)',
    target: 0.8,
    prepare: manyAgainstFew(conditional),
  },
  {
    name: 'bytes',
    title: 'maven-metadata.xml, bytes: 1,000 versions against 10 (both ours)',
    unit: 'MB/s',
    better: 'more',
    target: 0.8,
    prepare: manyAgainstFew(perByte),
  },
  {
    name: 'release',
    title: 'a release more, and its metadata: 1,000 versions against 10 (both ours)',
    unit: 'pairs/s',
    better: 'more',
    target: 0.8,
    prepare: manyAgainstFew(releases),
  },
];

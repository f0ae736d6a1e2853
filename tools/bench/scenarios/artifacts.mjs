import { writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { run, requestRate } from '../load.mjs';
import { milliseconds } from '../measure.mjs';

const size = 200 << 20;

export const upload = async (url, authorization, file) => {
  const { statusCode } = await curl(url, authorization, ['-T', file]);
  if (![201, 204].includes(statusCode)) throw new Error(`PUT ${url}: ${statusCode}`);
};

export const download = async (url, authorization) => {
  const { statusCode } = await curl(url, authorization, []);
  if (statusCode !== 200) throw new Error(`GET ${url}: ${statusCode}`);
};

const curl = async (url, authorization, args) => {
  const options = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', `Authorization: ${authorization}`];
  return { statusCode: Number(await run('curl', [...options, ...args, url])) };
};

/** Files of build tools against nginx with auth_basic and WebDAV. */
export const artifacts = async ({ directory, installation, baseline, seconds }) => {
  const { url: root } = await installation.repository('libs', 'maven');
  const put = async (url, body) => {
    const answer = await fetch(url, { method: 'PUT', headers: { authorization: installation.basic }, body });
    if (!answer.ok) throw new Error(`PUT ${url}: ${answer.status} ${await answer.text()}`);
  };
  const file = async (name, bytes) => {
    const content = randomBytes(bytes);
    const url = `${root}/org/example/${name}/1.0/${name}-1.0.jar`;
    await put(url, content);
    return { ours: url, baseline: baseline.file(`private/${name}.bin`, content) };
  };
  const authorization = { ours: installation.basic, baseline: baseline.basic };

  const get = (at, connections) => (side) => async () =>
    (
      await requestRate({
        url: at[side],
        connections,
        seconds,
        headers: { Authorization: authorization[side] },
      })
    ).rate;
  let uploads = 0;
  const putMany = (pattern) => (side) => async () => {
    const base = side === 'ours' ? root : `${baseline.url}/dav`;
    const unique = `${side}${(uploads += 1)}`;
    const variables = {
      PATTERN: new URL(base).pathname + pattern.replaceAll('%u', unique),
      BYTES: String(1 << 20),
      AUTHORIZATION: authorization[side],
    };
    return (await requestRate({ url: base, connections: 8, seconds, script: 'put', variables })).rate;
  };
  const rates = (scenario, make) => ({
    unit: 'requests/s',
    better: 'more',
    ...scenario,
    ours: make('ours'),
    baseline: make('baseline'),
  });

  const large = join(directory, 'large.bin');
  writeFileSync(large, randomBytes(size));
  const throughput = (run) => async (round) => size / 1e6 / ((await milliseconds(() => run(round))) / 1000);
  const transfer = (scenario, act) => ({
    unit: 'MB/s',
    better: 'more',
    ...scenario,
    ours: throughput((round) =>
      act(`${root}/org/example/large/${round}/large-${round}.bin`, authorization.ours),
    ),
    baseline: throughput((round) => act(`${baseline.url}/dav/large/${round}.bin`, authorization.baseline)),
  });

  const metadata = async (versions) => {
    const name = `meta${versions}`;
    for (let version = 0; version < versions; version += 1)
      await put(
        `${root}/org/example/${name}/1.${version}/${name}-1.${version}.pom`,
        `<project>${version}</project>`,
      );
    return `${root}/org/example/${name}/maven-metadata.xml`;
  };
  const pom = await file('pom4k', 4096);
  const jar = await file('jar1m', 1 << 20);
  const listed = { ours: await metadata(1000), baseline: await metadata(10) };

  return [
    rates({ name: 'get-4k', title: 'GET 4 KiB with Basic, 16 connections', target: 0.1 }, get(pom, 16)),
    rates({ name: 'get-1m', title: 'GET 1 MiB with Basic, 16 connections', target: 0.2 }, get(jar, 16)),
    rates(
      { name: 'put-many', title: 'PUT 1 MiB, 8 connections, an artifact each', target: 0.15 },
      putMany('/many/a%u-%d/1/a%u-%d-1.jar'),
    ),
    rates(
      { name: 'put-one', title: 'PUT 1 MiB, 8 connections, versions of one artifact', target: 0.15 },
      putMany('/one/a%u/%d/a%u-%d.jar'),
    ),
    transfer({ name: 'up-200m', title: 'upload of 200 MiB' }, (url, basic) => upload(url, basic, large)),
    transfer({ name: 'down-200m', title: 'download of 200 MiB' }, (url, basic) => download(url, basic)),
    {
      name: 'metadata-1000',
      title: 'a release more, and its metadata: 1,000 versions against 10 (both ours)',
      unit: 'pairs/s',
      better: 'more',
      target: 0.8,
      ...Object.fromEntries(
        Object.entries(listed).map(([side, url]) => {
          const name = url.split('/').at(-2);
          return [
            side,
            async (round) => {
              const from = performance.now();
              for (let index = 0; index < 20; index += 1) {
                const version = `2.${round}.${index}`;
                await put(url.replace('maven-metadata.xml', `${version}/${name}-${version}.pom`), version);
                await download(url, installation.basic);
              }
              return 20_000 / (performance.now() - from);
            },
          ];
        }),
      ),
    },
  ];
};

import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { download, libraries, upload } from '../artifact-data.mjs';
import { parsed } from '../../system/private-files.mjs';
import { milliseconds } from '../measure.mjs';

/** @import { Bench } from '../bench.mjs' */
/** @import { Scenario } from '../measure.mjs' */
/** @typedef {{ actions?: Record<string, { href: string, header?: Record<string, string> }> }} LfsObject */

const size = 200 << 20;
const type = 'application/vnd.git-lfs+json';

/** What a client asks before it moves one object. @param {Bench} bench */
const asking = (bench) =>
  bench.once('lfs', async () => {
    const { url } = await bench.installation.repository('large-files');
    return async (/** @type {'upload' | 'download'} */ operation, /** @type {string} */ oid) => {
      const answer = await fetch(`${url}/info/lfs/objects/batch`, {
        method: 'POST',
        headers: { authorization: bench.installation.basic, accept: type, 'content-type': type },
        body: JSON.stringify({ operation, transfers: ['basic'], objects: [{ oid, size }] }),
      });
      const said = /** @type {{ objects?: LfsObject[] }} */ (parsed(await answer.text()));
      const action = said.objects?.[0].actions?.[operation];
      if (!action) throw new Error(`${operation} of ${oid}: ${answer.status} ${JSON.stringify(said)}`);
      return { href: action.href, authorization: action.header?.Authorization ?? bench.installation.basic };
    };
  });

/** Bytes that nobody has yet, in a file, and their name. @param {Bench} bench */
const fresh = (bench) => {
  const file = join(bench.directory, 'lfs.bin');
  const bytes = randomBytes(size);
  writeFileSync(file, bytes);
  return { file, oid: createHash('sha256').update(bytes).digest('hex') };
};

/** @param {() => Promise<unknown>} act */
const rateOf = async (act) => size / 1e6 / ((await milliseconds(act)) / 1_000);

/** @param {string} root */
const artifactAt = (root) => {
  const mark = randomBytes(4).toString('hex');
  return `${root}/org/example/lfs/${mark}/lfs-${mark}.bin`;
};

/** @param {Bench} bench */
const up = async (bench) => {
  const ask = await asking(bench);
  const { root } = await libraries(bench);
  return {
    ours: () => {
      const { file, oid } = fresh(bench);
      return rateOf(async () => {
        const { href, authorization } = await ask('upload', oid);
        await upload(href, authorization, file);
      });
    },
    baseline: () => {
      const { file } = fresh(bench);
      return rateOf(() => upload(artifactAt(root), bench.installation.basic, file));
    },
  };
};

/** @param {Bench} bench */
const down = async (bench) => {
  const ask = await asking(bench);
  const { root } = await libraries(bench);
  const { file, oid } = fresh(bench);
  const { href, authorization } = await ask('upload', oid);
  await upload(href, authorization, file);
  const artifact = artifactAt(root);
  await upload(artifact, bench.installation.basic, file);
  return {
    ours: () =>
      rateOf(async () => {
        const found = await ask('download', oid);
        await download(found.href, found.authorization);
      }),
    baseline: () => rateOf(() => download(artifact, bench.installation.basic)),
  };
};

const throughput = /** @type {const} */ ({ unit: 'MB/s', better: 'more', target: 1 / 1.2 });

/**
 * Large files of git, against artifacts of that size (both ours).
 * @type {Scenario[]}
 */
export const lfs = [
  { ...throughput, name: 'up', title: 'upload of 200 MiB by LFS, with its question', prepare: up },
  { ...throughput, name: 'down', title: 'download of the same', prepare: down },
];

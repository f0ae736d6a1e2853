import { run } from './load.mjs';

/** @import { Bench } from './bench.mjs' */
/** @typedef {{ detached?: boolean, nice?: number }} Apart */

/**
 * The Maven repository of a run: its address, and an upload to it.
 * @param {Pick<Bench, 'once' | 'installation'>} bench
 */
export const libraries = (bench) =>
  bench.once('libraries', async () => {
    const { url: root } = await bench.installation.repository('libs', 'maven');
    /** @param {string} url @param {string | Uint8Array<ArrayBuffer>} body */
    const put = async (url, body) => {
      const headers = { authorization: bench.installation.basic };
      const answer = await fetch(url, { method: 'PUT', headers, body });
      if (!answer.ok) throw new Error(`PUT ${url}: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    };
    return { root, put };
  });

/** @param {string} url @param {string} authorization @param {string[]} [args] @param {Apart} [options] */
const curl = (url, authorization, args = [], options = {}) => {
  const quiet = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--max-time', '300'];
  return run('curl', [...quiet, '-H', `Authorization: ${authorization}`, ...args, url], options);
};

/**
 * Sends a file of the disk.
 * @param {string} url
 * @param {string} authorization
 * @param {string} file
 * @param {Apart} [options]
 */
export const upload = async (url, authorization, file, options) => {
  const status = await curl(url, authorization, ['-T', file], options);
  if (!['200', '201', '204'].includes(status)) throw new Error(`PUT ${url}: ${status}`);
};

/** Reads a file and throws it away. @param {string} url @param {string} authorization */
export const download = async (url, authorization) => {
  const status = await curl(url, authorization);
  if (status !== '200') throw new Error(`GET ${url}: ${status}`);
};

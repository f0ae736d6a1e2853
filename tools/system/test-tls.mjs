import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkout } from './paths.mjs';

const fixture = 'libs/platform/dist/testing/byte-authority.fixture.js';

/** @typedef {import('./infrastructure.mjs').TlsFiles} TlsFiles */

/** A certificate for all parts of an installation of tests, of an authority of its own. @returns {Promise<TlsFiles>} */
export const tlsFiles = async () => {
  /** @type {unknown} */
  const built = await import(pathToFileURL(join(checkout, fixture)).href);
  const { ByteAuthority } =
    /** @type {{ ByteAuthority: new () => { issue: (...subjects: string[]) => TlsFiles } }} */ (built);
  return new ByteAuthority().issue('DNS:localhost', 'IP:127.0.0.1');
};

/** The settings with which parts say nothing to each other but by TLS, on both sides. @param {TlsFiles} files */
export const onlyByTls = ({ cert, key, ca }) => ({
  HOLDFAST_NATS_TLS_CA: ca,
  HOLDFAST_NATS_TLS_CERT: cert,
  HOLDFAST_NATS_TLS_KEY: key,
  HOLDFAST_BYTES_TLS_CA: ca,
  HOLDFAST_BYTES_TLS_CERT: cert,
  HOLDFAST_BYTES_TLS_KEY: key,
  HOLDFAST_BYTES_PEERS: 'https://127.0.0.1:*',
});

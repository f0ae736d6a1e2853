import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Complaint } from '../complaint.mjs';

/** What a signature is for, so that it is good for nothing else. */
export const purpose = 'holdfast-release';
export const sumsFile = 'SHA256SUMS';

/** Writes the digest of each file of a release, as `sha256sum --check` reads it. @param {string} directory */
export const writeSums = async (directory) => {
  const names = readdirSync(directory).filter((name) => !name.startsWith(sumsFile));
  /** @type {string[]} */
  const lines = [];
  for (const name of names.sort()) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(directory, name)), hash);
    lines.push(`${hash.digest('hex')}  ${name}\n`);
  }
  writeFileSync(join(directory, sumsFile), lines.join(''));
};

/**
 * Signs the digests, which is to sign all files: `SHA256SUMS.sig`. A key with a passphrase asks for it.
 * @param {string} directory
 * @param {string} key the file of a private key, or of the public one of a key that the SSH agent has
 */
export const signSums = (directory, key) => {
  const file = join(directory, sumsFile);
  rmSync(`${file}.sig`, { force: true });
  const { status, error } = spawnSync('ssh-keygen', ['-Y', 'sign', '-f', key, '-n', purpose, file], {
    stdio: ['inherit', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new Complaint(`The release could not be signed${error ? `: ${error.message}` : ''}`);
};

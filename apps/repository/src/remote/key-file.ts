import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncPath } from '@holdfast/kernel';
import { SealedSecrets } from './sealed-secrets.js';

const form = /^[0-9a-f]{64}$/;

/**
 * What seals passwords, by a file with a key of 64 hex digits in each line, the newest first. Where there is none it is
 * made; of several processes that begin at once all get the same.
 * @throws Error where something else is in the file
 */
export const sealedSecretsOf = async (path: string): Promise<SealedSecrets> =>
  new SealedSecrets(keysOf(path, (await read(path)) ?? (await made(path))));

/** The keys that are in the file now. @throws Error where there is none, or something else in it */
export const keysIn = async (path: string): Promise<Buffer[]> => keysOf(path, await readFile(path, 'utf8'));

const keysOf = (path: string, text: string): Buffer[] => {
  const keys = text.split('\n').filter((line) => line !== '');
  if (keys.length === 0 || !keys.every((each) => form.test(each)))
    throw new Error(`${path} holds something else than keys of 64 hex digits, one in each line`);
  return keys.map((each) => Buffer.from(each, 'hex'));
};

const read = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * Whole or not at all: a link is refused where the file is there by now. It is on the disk before anything is sealed by
 * it: without the key what is sealed is nothing.
 */
const made = async (path: string): Promise<string> => {
  const first = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncPath(dirname(first));
  const fresh = `${path}.${randomBytes(8).toString('hex')}`;
  await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await syncPath(dirname(path));
  } finally {
    await rm(fresh);
  }
  return readFile(path, 'utf8');
};

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The tests of a day leave less than 1 GiB lying about, and their programs take 4 to 6 (bytes). */
const [room, spare] = [4 * 2 ** 30, 10 * 2 ** 30];

/** A file system may be there from which nothing is run, as in many containers. @param {string} directory */
const runsPrograms = (directory) => {
  const program = join(directory, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o700);
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
};

/**
 * A new directory for what is thrown away: in memory where there is plenty, unless `TMPDIR` says where. Repositories
 * are many small files, of which a file system on a disk remembers each for seconds after it is gone: with it the
 * specs of git take half as much processor time again.
 * @param {string} prefix
 */
export const quickDirectory = (prefix) => {
  const onDisk = () => mkdtempSync(join(process.env.TMPDIR || tmpdir(), prefix));
  if (process.env.TMPDIR || process.availableMemory() < spare) return onDisk();
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room) return onDisk();
    const directory = mkdtempSync(join(memory, prefix));
    if (runsPrograms(directory)) return directory;
    rmSync(directory, { recursive: true });
  } catch {
    // There is none, or it is not ours to write.
  }
  return onDisk();
};

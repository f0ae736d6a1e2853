import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { loopShare, syncPath } from '@holdfast/kernel';
import { unlessAbsent } from '../refs/absence.js';
import type { AskedObject } from './lfs-batch.js';
import { LfsProblem } from './lfs-problem.js';
import { incomingIn, objectsIn, shardsOf } from './large-file-places.js';

/** More directories are brought to the disk with all else that waits there. */
const mostSingle = 100;

/** How large files are taken over. */
export interface Adoption {
  /** Throws where it is to end. */
  goesOn: () => void;
  /** Brings the whole file system to the disk. */
  syncAll: () => Promise<void>;
}

/** The files that this process writes; whatever else lies in `incoming` a predecessor has left. */
const writing = new Set<string>();

/**
 * The large files of repositories, each in the directory of its repository, under its SHA-256. What is there is whole
 * and durable, and never changes:
 *
 *     <directory>/lfs/objects/<2 hex>/<2 hex>/<64 hex>
 *     <directory>/lfs/incoming/<uuid>                    comes in
 */
export class LargeFiles {
  /** Bytes; undefined: there is no such file. */
  async sizeOf(directory: string, oid: string): Promise<number | undefined> {
    const found = await stat(pathOf(directory, oid)).catch(unlessAbsent);
    return found?.isFile() ? found.size : undefined;
  }

  open(directory: string, oid: string): Promise<FileHandle> {
    return open(pathOf(directory, oid), 'r');
  }

  /**
   * Takes a file in, checking it as it comes. `mayStay` is asked when all of it is here and right. Nothing is left of
   * what fails.
   * @throws LfsProblem where it is not what it is called
   */
  async receive(
    directory: string,
    { oid, size }: AskedObject,
    body: AsyncIterable<Buffer>,
    mayStay: () => Promise<void>,
  ): Promise<void> {
    const incoming = incomingIn(directory);
    await makeDirectories(directory, ['lfs', 'lfs/incoming']);
    await this.sweep(incoming);
    const name = randomUUID();
    const path = join(incoming, name);
    writing.add(name);
    let file: FileHandle | undefined;
    try {
      file = await open(path, 'wx', 0o600);
      await fill(file, { oid, size }, body);
      await file.datasync();
      await mayStay();
      const shards = shardsOf(oid);
      await makeDirectories(directory, ['lfs/objects', ...shards.map((shard) => `lfs/objects/${shard}`)]);
      // One that is there already may be shared with a fork, which costs no room.
      if ((await this.sizeOf(directory, oid)) !== size) await rename(path, pathOf(directory, oid));
      for (const inside of [...shards].reverse()) await syncPath(join(objectsIn(directory), inside));
    } finally {
      await file?.close();
      await rm(path, { force: true });
      writing.delete(name);
    }
  }

  /** Takes over what another directory has of them. Where this ends early, some are here and some there. */
  async adopt(from: string, directory: string, { goesOn, syncAll }: Adoption): Promise<void> {
    const outers = (await readdir(objectsIn(from)).catch(unlessAbsent)) ?? [];
    if (outers.length === 0) return;
    await makeDirectories(directory, ['lfs', 'lfs/objects']);
    const touched = [objectsIn(directory)];
    let isMoved = false;
    const make = async (inside: string): Promise<void> => {
      const path = join(objectsIn(directory), inside);
      await mkdir(path, { mode: 0o700 }).catch(unlessThere);
      touched.push(path);
    };
    try {
      for (const outer of outers) {
        await make(outer);
        for (const inner of await readdir(join(objectsIn(from), outer))) {
          goesOn();
          const shard = `${outer}/${inner}`;
          await make(shard);
          for (const oid of await readdir(join(objectsIn(from), shard)))
            await rename(pathOf(from, oid), pathOf(directory, oid)).then(() => (isMoved = true));
        }
      }
    } finally {
      // The next attempt takes what is here by then for whole.
      if (isMoved && touched.length > mostSingle) await syncAll();
      else if (isMoved) for (const path of touched.reverse()) await syncPath(path);
    }
  }

  private async sweep(incoming: string): Promise<void> {
    for (const name of await readdir(incoming))
      if (!writing.has(name)) await rm(join(incoming, name), { force: true });
  }
}

const pathOf = (directory: string, oid: string): string => join(objectsIn(directory), shardsOf(oid)[1], oid);

const fill = async (
  file: FileHandle,
  { oid, size }: AskedObject,
  body: AsyncIterable<Buffer>,
): Promise<void> => {
  const hash = createHash('sha256');
  let come = 0;
  for await (const chunk of body) {
    come += chunk.length;
    if (come > size) break;
    if (loopShare.isOver) await loopShare.pass();
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  if (come !== size) throw new LfsProblem(422, `the object must have ${size} bytes`);
  if (hash.digest('hex') !== oid)
    throw new LfsProblem(422, 'the SHA-256 of what came is not the name of the object');
};

/** Only below the directory itself: where the repository has gone, nothing is made again. */
const makeDirectories = async (directory: string, names: readonly string[]): Promise<void> => {
  for (const name of names) {
    const made = await mkdir(join(directory, name), { mode: 0o700 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (made) await syncPath(join(directory, name, '..'));
  }
};

const unlessThere = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EEXIST') throw error;
};

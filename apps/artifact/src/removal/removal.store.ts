import { directoryOf } from '@holdfast/artifact-spi';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FileIndexRow } from '../artifact-file/file-index.entity.js';
import { FileRow } from '../artifact-file/file.entity.js';
import { hashOf, type Place } from '../artifact-file/place.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import {
  releasedInTree,
  removeDirectories,
  removeEmpty,
  removeFiles,
  removeHeldChecksums,
  removeIndexes,
  takeTime,
} from './removal.query.js';

/** Every query that removes. All of them run while changes below the same outermost directory are locked out. */
@Injectable()
export class RemovalStore {
  constructor(private readonly usage: UsageStore) {}

  async hasReleased(tx: EntityManager, repository: string, directory: string): Promise<boolean> {
    return (await releasedInTree(tx, [hashOf(repository, directory)])).length > 0;
  }

  async removeTree(tx: EntityManager, repository: string, directory: string): Promise<void> {
    const root = [hashOf(repository, directory)];
    const [{ files, bytes }] = await removeFiles(tx, root);
    await removeHeldChecksums(tx, root);
    const [contributed] = await removeIndexes(tx, root);
    await removeDirectories(tx, root);
    await this.usage.subtract(tx, repository, Number(files), Number(bytes) + Number(contributed.bytes));
  }

  /** Removes all that a repository holds, which may take longer than a request. */
  async removeAll(tx: EntityManager, repository: string): Promise<void> {
    await takeTime(tx, []);
    await this.removeTree(tx, repository, '');
    await this.usage.forget(tx, repository);
  }

  async removeFile(tx: EntityManager, place: Place, size: number): Promise<void> {
    await tx.delete(FileRow, { directory: place.hash, name: place.name });
    await this.usage.subtract(tx, place.repository, 1, size);
  }

  /** Removes the directory and those above it as far as they hold nothing any more. */
  async prune(tx: EntityManager, repository: string, directory: string): Promise<void> {
    for (let path = directory; path !== ''; path = directoryOf(path)) {
      const hash = hashOf(repository, path);
      if ((await removeEmpty(tx, [hash])).length === 0) return;
      await tx.delete(FileIndexRow, { directory: hash });
    }
  }
}

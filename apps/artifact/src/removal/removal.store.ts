import { ancestorsOf } from '@holdfast/artifact-spi';
import { takeTime } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FileRow } from '../artifact-file/file.entity.js';
import { hashOf, type Place } from '../artifact-file/place.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import { releasedInTree, removeEmpty, removeTree } from './removal.query.js';

/** Every query that removes. All of them run while changes below the same outermost directory are locked out. */
@Injectable()
export class RemovalStore {
  constructor(private readonly usage: UsageStore) {}

  async hasReleased(tx: EntityManager, repository: string, directory: string): Promise<boolean> {
    await takeTime(tx);
    return (await releasedInTree(tx, [hashOf(repository, directory)])).length > 0;
  }

  /** It takes longer than a request may: what is cut off is removed by no request, however often it comes. */
  async removeTree(tx: EntityManager, repository: string, directory: string): Promise<void> {
    await takeTime(tx);
    const [{ files, bytes }] = await removeTree(tx, [hashOf(repository, directory)]);
    await this.usage.subtract(tx, repository, Number(files), Number(bytes));
  }

  /** Removes all that a repository holds. */
  async removeAll(tx: EntityManager, repository: string): Promise<void> {
    await this.removeTree(tx, repository, '');
    await this.usage.forget(tx, repository);
  }

  async removeFile(tx: EntityManager, place: Place, size: number): Promise<void> {
    await tx.delete(FileRow, { directory: place.hash, name: place.name });
    await this.usage.subtract(tx, place.repository, 1, size);
  }

  /** Removes the directory and those above it as far as they hold nothing any more. */
  async prune(tx: EntityManager, repository: string, directory: string): Promise<void> {
    if (directory === '') return;
    const inwards = [...ancestorsOf(directory), directory].map((path) => hashOf(repository, path));
    await removeEmpty(tx, [inwards.reverse()]);
  }
}

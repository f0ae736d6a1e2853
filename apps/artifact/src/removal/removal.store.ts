import { takeTime, type ReadFrom } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FileRow } from '../artifact-file/file.entity.js';
import { hashOf, type Place } from '../artifact-file/place.js';
import { UsageStore } from '../artifact-file/usage.store.js';
import { releasedBelow, removeTree } from './removal.query.js';

/** Removes files and trees, while changes at and below all that goes are locked out. */
@Injectable()
export class RemovalStore {
  constructor(private readonly usage: UsageStore) {}

  async hasReleased(from: ReadFrom | EntityManager, repository: string, directory: string): Promise<boolean> {
    return (await releasedBelow(from, [repository, directory])).length > 0;
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
}

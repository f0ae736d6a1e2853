import { entriesUpTo } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import type { VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RepositoryStore } from './repository.store.js';

/** So long the catalogue is taken to be in step where the reference is the same (ms). */
const inStep = 1_000;

/** Keeps the catalogue's copy of a default reference in step with the repository, which holds the original. */
@Injectable()
export class DefaultIdentifiers {
  /** The references of repositories that the catalogue has just been told. */
  private readonly told = new LRUCache<string, string>({ ...entriesUpTo(10_000), ttl: inStep });

  constructor(private readonly store: RepositoryStore) {}

  /**
   * Call it when refs changed by another way than the catalogue. It does not fail: the change has happened, and
   * the next one brings the row in step.
   */
  async follow(repository: string, data: VcsRepository): Promise<void> {
    try {
      const head = this.told.get(repository);
      if (head === undefined || head !== (await data.head())) await this.agree(repository, data);
    } catch (error) {
      log.warn({ err: error, repository }, 'the catalogue did not hear of a change of refs');
    }
  }

  /** The same, and it fails. Who moves the reference meanwhile is not overwritten: then it is read again. */
  async agree(repository: string, data: VcsRepository): Promise<void> {
    for (let head = await data.head(); ;) {
      await this.store.contentChanged(repository, new Date(), head);
      const now = await data.head();
      if (now === head) {
        this.told.set(repository, head);
        return;
      }
      head = now;
    }
  }
}

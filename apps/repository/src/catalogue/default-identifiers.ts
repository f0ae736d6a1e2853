import { log } from '@holdfast/platform/observability';
import type { VcsRepository } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { RepositoryStore } from './repository.store.js';

/** Keeps the catalogue's copy of a default reference in step with the repository, which holds the original. */
@Injectable()
export class DefaultIdentifiers {
  constructor(private readonly store: RepositoryStore) {}

  /**
   * Call it when refs changed by another way than the catalogue. It does not fail: the change has happened, and
   * the next one brings the row in step.
   */
  async follow(repository: string, data: VcsRepository): Promise<void> {
    try {
      await this.agree(repository, data);
    } catch (error) {
      log.warn({ err: error, repository }, 'the catalogue did not hear of a change of refs');
    }
  }

  /** The same, and it fails. Who moves the reference meanwhile is not overwritten: then it is read again. */
  async agree(repository: string, data: VcsRepository): Promise<void> {
    for (let head = await data.head(); ;) {
      await this.store.contentChanged(repository, new Date(), head);
      const now = await data.head();
      if (now === head) return;
      head = now;
    }
  }
}

import { Injectable } from '@nestjs/common';

/** Changes that read refs and flags of one repository before they write run one after another. */
@Injectable()
export class RefTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(repository: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(repository) ?? Promise.resolve();
    const mine = before.then(work);
    const quiet = mine.catch(() => undefined);
    this.last.set(repository, quiet);
    try {
      return await mine;
    } finally {
      if (this.last.get(repository) === quiet) this.last.delete(repository);
    }
  }
}

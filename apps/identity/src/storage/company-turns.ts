import { Injectable } from '@nestjs/common';

/**
 * Work on one company's ledger runs one after another here before it does so in the database: many uploads to one
 * company then wait for each other in memory, and not each in a connection that others need.
 */
@Injectable()
export class CompanyTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  async run<T>(company: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.last.get(company) ?? Promise.resolve()).then(work);
    const quiet = mine.catch(() => undefined);
    this.last.set(company, quiet);
    try {
      return await mine;
    } finally {
      if (this.last.get(company) === quiet) this.last.delete(company);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoreNames } from './store-names.js';
import { StoreUseRow } from './store-use.entity.js';

/** A process that was killed counts for so long, one that says nothing since the database was away as well. */
const until = (): string => `now() + interval '60 seconds'`;

/** Which stores the processes of the service have. */
@Injectable()
export class StoreUseStore {
  constructor(private readonly source: DataSource) {}

  async note(process: string, { target, former }: StoreNames): Promise<void> {
    await this.source.manager.upsert(StoreUseRow, { process, target, former, until }, ['process']);
  }

  /** Those that are not these, by one of the processes that have them; undefined: all have them. */
  async others({ target, former }: StoreNames): Promise<StoreNames | undefined> {
    const rows = this.source.createQueryBuilder(StoreUseRow, 'u');
    const other = await rows
      .where('u.until > now()')
      .andWhere('(u.target <> :target or u.former is distinct from cast(:former as text))', {
        target,
        former,
      })
      .getOne();
    return other ?? undefined;
  }

  async forget(process: string): Promise<void> {
    await this.source.manager.delete(StoreUseRow, { process });
  }

  async forgetEnded(): Promise<void> {
    await this.source.createQueryBuilder().delete().from(StoreUseRow).where('until < now()').execute();
  }
}

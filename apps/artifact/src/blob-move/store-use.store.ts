import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoreNames } from './store-names.js';
import { StoreUseRow } from './store-use.entity.js';

const seconds = (count: number) => (): string => `now() + interval '${count} seconds'`;
/** A process that was killed counts for so long, one that says nothing since the database was away as well. */
const counts = 60;

/** Which stores the processes of the service have. */
@Injectable()
export class StoreUseStore {
  constructor(private readonly source: DataSource) {}

  /** `left`: it ends, and has so many seconds. */
  async note(process: string, { target, former }: StoreNames, left = counts): Promise<void> {
    await this.source.manager.upsert(StoreUseRow, { process, target, former, until: seconds(left) }, [
      'process',
    ]);
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

  async forgetEnded(): Promise<void> {
    await this.source.createQueryBuilder().delete().from(StoreUseRow).where('until < now()').execute();
  }
}

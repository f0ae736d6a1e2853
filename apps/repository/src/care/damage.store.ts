import { repositoryDamaged } from '@holdfast/contracts';
import { record } from '@holdfast/platform/events';
import { transaction } from '@holdfast/platform/persistence';
import type { Faults } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { RepositoryRow } from '../catalogue/repository.entity.js';
import * as query from './care.query.js';
import { RepositoryDamageRow } from './repository-damage.entity.js';

/** What was found of repositories when they were looked through, as rows. */
@Injectable()
export class DamageStore {
  constructor(private readonly source: DataSource) {}

  /** Notes what was found, and answers whether that is news. Others are told of damage in the same transaction. */
  async note(row: RepositoryRow, { count, lines }: Faults): Promise<boolean> {
    const { uuid, company, project, id, type } = row;
    return transaction(this.source, async (tx) => {
      await query.noteChecked(tx, [uuid]);
      if (count === 0)
        return ((await tx.delete(RepositoryDamageRow, { repository: uuid })).affected ?? 0) > 0;
      const [{ fresh }] = await query.noteDamage(tx, [uuid, count, lines]);
      const ctx = {};
      const payload = { company, project: { uuid: project }, repository: { uuid, id, type }, faults: count };
      if (fresh) await record(tx, ctx, repositoryDamaged, payload);
      return fresh;
    });
  }

  count(): Promise<number> {
    return this.source.getRepository(RepositoryDamageRow).count();
  }

  /** So many of the damaged repositories in order of uuid, after that one. */
  async after(uuid: string, limit: number): Promise<{ damage: RepositoryDamageRow; row: RepositoryRow }[]> {
    const found = await this.source
      .getRepository(RepositoryDamageRow)
      .find({ where: { repository: MoreThan(uuid) }, order: { repository: 'asc' }, take: limit });
    const rows = await this.source
      .getRepository(RepositoryRow)
      .findBy({ uuid: In(found.map(({ repository }) => repository)) });
    return found.flatMap((damage) => {
      const row = rows.find((each) => each.uuid === damage.repository);
      return row ? { damage, row } : [];
    });
  }

  /** Has all active repositories of these types looked after, when nothing else waits; answers how many. */
  async enterForAll(kind: string, types: readonly string[]): Promise<number> {
    return (await query.enterForAll(this.source, [kind, types])).length;
  }

  /** Whether a job of the lowest rank waits or runs on a node. */
  async isAtIt(node: string, kind: string): Promise<boolean> {
    return (await query.isAtIt(this.source, [node, kind]))[0].at_it;
  }

  /** The repository of a node that was looked through longest ago, if that is so many days. From now on it was. */
  async takeOldest(
    node: string,
    types: readonly string[],
    days: number,
    tx: EntityManager,
  ): Promise<string | undefined> {
    return (await query.takeOldest(tx, [node, types, days])).at(0)?.uuid;
  }

  /** How many active repositories of these types a node has. */
  countOn(node: string, types: readonly string[]): Promise<number> {
    return this.source.getRepository(RepositoryRow).countBy({ node, type: In(types), deletedAt: IsNull() });
  }
}

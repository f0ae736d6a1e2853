import type { intervals } from '@holdfast/contracts';
import { isUuid, type Principal } from '@holdfast/kernel';
import { bracketed } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { ProjectRow } from '../project/project.entity.js';
import { visibleAmong } from '../project/project.query.js';
import { NotificationSettingRow } from './notification-setting.entity.js';

export interface Setting {
  id: string;
  uuid: string;
  frequency: (typeof intervals)[number];
}

/** Most settings of one account, those of projects that it does not see any more included. */
export const mostSettings = 5_000;

/** Most that are answered: changes at the same time do not count each other's. */
const mostAnswered = 2 * mostSettings;

@Injectable()
export class SettingsStore {
  constructor(
    @InjectRepository(NotificationSettingRow)
    private readonly settings: Repository<NotificationSettingRow>,
    @InjectRepository(ProjectRow) private readonly all: Repository<ProjectRow>,
  ) {}

  /** In order of the projects' ids; what the account may not see any more is left out. */
  list(holder: Principal): Promise<Setting[]> {
    return this.settings
      .createQueryBuilder('n')
      .innerJoin(ProjectRow, 'p', 'p.uuid = n.projectUuid')
      .select(['p.id as id', 'p.uuid as uuid', 'n.frequency as frequency'])
      .where('n.accountUuid = :holder', { holder: holder.account.uuid })
      .andWhere('p.deletedAt is null')
      .andWhere(bracketed(visibleAmong(holder)))
      .orderBy('p.id')
      .limit(mostAnswered)
      .getRawMany<Setting>();
  }

  /** The uuids of the active projects that the account may see, by the ids and uuids that name them. */
  async projects(holder: Principal, names: string[]): Promise<Map<string, string>> {
    const rows = await this.all
      .createQueryBuilder('p')
      .select(['p.id', 'p.uuid'])
      .where(bracketed(visibleAmong(holder)))
      .andWhere('p.deletedAt is null')
      .andWhere('(p.id = any(:ids) or p.uuid = any(:uuids))', {
        ids: names.filter((name) => !isUuid(name)),
        uuids: names.filter(isUuid),
      })
      .getMany();
    const found = new Map(rows.flatMap(({ id, uuid }) => [[id, uuid] as const, [uuid, uuid] as const]));
    const uuidOf = (name: string): string => found.get(isUuid(name) ? name.toLowerCase() : name) ?? '';
    return new Map(names.map((name) => [name, uuidOf(name)] as const).filter(([, uuid]) => uuid !== ''));
  }

  async set(tx: EntityManager, account: string, settings: ReadonlyMap<string, string>): Promise<void> {
    const rows = [...settings].map(([projectUuid, frequency]) => ({
      accountUuid: account,
      projectUuid,
      frequency,
    }));
    await tx.upsert(NotificationSettingRow, rows, ['accountUuid', 'projectUuid']);
  }

  count(tx: EntityManager, account: string): Promise<number> {
    return tx.countBy(NotificationSettingRow, { accountUuid: account });
  }
}

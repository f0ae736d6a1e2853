import type { intervals } from '@holdfast/contracts';
import { isUuid, type Principal } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { visibleProjects } from '../project/project.query.js';
import { NotificationSettingRow } from './notification-setting.entity.js';

export interface Setting {
  id: string;
  uuid: string;
  frequency: (typeof intervals)[number];
}

@Injectable()
export class SettingsStore {
  constructor(private readonly source: DataSource) {}

  /** In order of the projects' ids; what the account may not see any more is left out. */
  list(holder: Principal): Promise<Setting[]> {
    const { sql, values } = visibleProjects(holder);
    return this.source.query(
      `select p.id, p.uuid, n.frequency from notification_setting n join project p on p.uuid = n.project_uuid
        where n.account_uuid = $${values.length + 1} and p.deleted_at is null and ${sql} order by p.id`,
      [...values, holder.account.uuid],
    );
  }

  /** The uuids of the active projects that the account may see, by the ids and uuids that name them. */
  async projects(holder: Principal, names: string[]): Promise<Map<string, string>> {
    const { sql, values } = visibleProjects(holder);
    const at = values.length;
    const rows: { id: string; uuid: string }[] = await this.source.query(
      `select p.id, p.uuid from project p
        where ${sql} and p.deleted_at is null
          and (p.id = any($${at + 1}::text[]) or p.uuid = any($${at + 2}::uuid[]))`,
      [...values, names.filter((name) => !isUuid(name)), names.filter(isUuid)],
    );
    const found = new Map(rows.flatMap(({ id, uuid }) => [[id, uuid] as const, [uuid, uuid] as const]));
    const uuidOf = (name: string): string => found.get(isUuid(name) ? name.toLowerCase() : name) ?? '';
    return new Map(names.map((name) => [name, uuidOf(name)] as const).filter(([, uuid]) => uuid !== ''));
  }

  async set(tx: EntityManager, account: string, settings: ReadonlyMap<string, string>): Promise<void> {
    const rows = [...settings].map(([project_uuid, frequency]) => ({
      account_uuid: account,
      project_uuid,
      frequency,
    }));
    await tx.upsert(NotificationSettingRow, rows, ['account_uuid', 'project_uuid']);
  }

  async removeAccount(tx: EntityManager, account: string): Promise<void> {
    await tx.delete(NotificationSettingRow, { account_uuid: account });
  }
}

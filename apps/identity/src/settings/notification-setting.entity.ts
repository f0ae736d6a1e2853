import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How often an account is told by mail about a project. */
@Entity('notification_setting')
export class NotificationSettingRow {
  @ForeignKey('account', { name: 'notification_setting_account_uuid_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  account_uuid!: string;
  @Index('notification_setting_project')
  @ForeignKey('project', { name: 'notification_setting_project_uuid_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  project_uuid!: string;
  @Column('text') frequency!: string;
}

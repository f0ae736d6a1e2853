import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How often an account is told by mail about a project. */
@Entity('notification_setting')
export class NotificationSettingRow {
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  account_uuid!: string;
  @Index('notification_setting_project')
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  project_uuid!: string;
  @Column('text') frequency!: string;
}

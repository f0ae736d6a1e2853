import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** How often an account is told by mail about a project. */
@Entity('notification_setting')
export class NotificationSettingRow {
  @PrimaryColumn('uuid') account_uuid!: string;
  @Index('notification_setting_project')
  @PrimaryColumn('uuid')
  project_uuid!: string;
  @Column('text') frequency!: string;
}

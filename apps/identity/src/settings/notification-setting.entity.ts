import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How often an account is told by mail about a project. */
@Entity('notification_setting')
export class NotificationSettingRow {
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountUuid!: string;
  @Index('notification_setting_project')
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectUuid!: string;
  @Column('text') frequency!: string;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Somebody who gets notifications about a project. */
@Entity('subscriber')
@Index('subscriber_account', ['account_uuid', 'project_uuid'])
export class SubscriberRow {
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  project_uuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  account_uuid!: string;
  @Column('timestamptz') created_at!: Date;
}

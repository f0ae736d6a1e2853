import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody who gets notifications about a project. */
@Entity('subscriber')
@Index('subscriber_account', ['account_uuid', 'project_uuid'])
export class SubscriberRow {
  @PrimaryColumn('uuid') project_uuid!: string;
  @PrimaryColumn('uuid') account_uuid!: string;
  @Column('timestamptz') created_at!: Date;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Somebody who gets notifications about a project. */
@Entity('subscriber')
@Index('subscriber_account', ['accountUuid', 'projectUuid'])
export class SubscriberRow {
  @ForeignKey('project', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  projectUuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountUuid!: string;
  @Column('timestamptz') createdAt!: Date;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('group_member')
@Index('group_member_account', { synchronize: false })
export class GroupMemberRow {
  @ForeignKey('group', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  groupUuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  accountUuid!: string;
  @Column('text') role!: 'admin' | 'member';
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

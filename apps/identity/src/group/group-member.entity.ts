import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('group_member')
@Index('group_member_account', { synchronize: false })
export class GroupMemberRow {
  @ForeignKey('group', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  group_uuid!: string;
  @ForeignKey('account', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  account_uuid!: string;
  @Column('text') role!: 'admin' | 'member';
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('group_member')
@Index('group_member_account', { synchronize: false })
export class GroupMemberRow {
  @PrimaryColumn('uuid') group_uuid!: string;
  @PrimaryColumn('uuid') account_uuid!: string;
  @Column('text') role!: 'admin' | 'member';
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

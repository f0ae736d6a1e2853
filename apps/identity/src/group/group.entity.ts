import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('group')
@Index('group_id_key', ['company_uuid', 'id'], { unique: true })
@Index('group_name_key', ['company_uuid', 'name'], { unique: true })
@Index('group_updated', ['company_uuid', 'updated_at'])
@Index('group_by_name', ['company_uuid', 'name', 'id'])
@Index('group_search', { synchronize: false })
export class GroupRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  company_uuid!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('text') visibility!: 'public' | 'private';
  /** Id of the group in an external directory, empty when it is ours. */
  @Column('text') source!: string;
  /** What it is searched by: its id and name. Never answered. */
  @Column('text') search_text!: string;
  @Column('timestamptz') created_at!: Date;
  @Column('timestamptz') updated_at!: Date;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

@Entity('group')
@Index('group_id_key', ['companyUuid', 'id'], { unique: true })
@Index('group_name_key', ['companyUuid', 'name'], { unique: true })
@Index('group_updated', ['companyUuid', 'updatedAt'])
@Index('group_by_name', ['companyUuid', 'name', 'id'])
@Index('group_search', { synchronize: false })
export class GroupRow {
  @PrimaryColumn('uuid') uuid!: string;
  @ForeignKey('company', { onDelete: 'CASCADE' })
  @Column('uuid')
  companyUuid!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;
  @Column('text') visibility!: 'public' | 'private';
  /** Id of the group in an external directory, empty when it is ours. */
  @Column('text') source!: string;
  /** What it is searched by: its id and name. Never answered. */
  @Column('text') searchText!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How much a repository holds, in several rows to be summed, so that uploads do not wait for one another. */
@Entity('usage')
export class UsageRow {
  @PrimaryColumn('uuid') repository!: string;
  @PrimaryColumn('smallint') shard!: number;
  @Column('bigint') files!: string;
  @Column('bigint') bytes!: string;
  /** How often the row was changed: their sum grows with every change of the repository. */
  @Column('bigint', { default: 0 }) changes!: string;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A pattern that protects the branches of a repository whose names match it. */
@Entity({ name: 'branch_pattern' })
@Index('branch_pattern_repository_id', ['repository', 'id'], { unique: true })
@Index('branch_pattern_repository_pattern', ['repository', 'pattern'], { unique: true })
export class BranchPatternRow {
  @PrimaryColumn('uuid')
  uuid!: string;

  @ForeignKey('repository', { onDelete: 'CASCADE' })
  @Column('uuid')
  repository!: string;

  @Column({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  pattern!: string;

  @Column('uuid')
  creator!: string;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  updatedAt!: Date;
}

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A lock on the path of a file of a repository. */
@Entity({ name: 'path_lock' })
@Index('path_lock_repository_path', ['repository', 'path'], { unique: true })
export class PathLockRow {
  @ForeignKey('repository', { onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  repository!: string;

  /** Grows with time. */
  @PrimaryColumn({ type: 'text', collation: 'C' })
  id!: string;

  @Column({ type: 'text', collation: 'C' })
  path!: string;

  /** Uuid of the account that holds it. */
  @Column('uuid')
  holder!: string;

  @Column('timestamptz')
  lockedAt!: Date;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A directory that holds a file, or an index with something of its clients, at any depth. The root has no row. */
@Entity('directory')
@Index('directory_parent_name', ['repository', 'parent', 'name'], { unique: true })
export class DirectoryRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'directory_pkey' }) repository!: string;
  /** SHA-256 of `path`. */
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'directory_pkey' }) hash!: Buffer;
  /** SHA-256 of the path of the directory above; that of the empty text for the root. */
  @Column('bytea') parent!: Buffer;
  @Column({ type: 'text', collation: 'C' }) name!: string;
  @Column({ type: 'text', collation: 'C' }) path!: string;
}

import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A directory that holds a file, or an index with something of its clients, at any depth. The root has no row. */
@Entity('directory')
@Index('directory_parent_name', ['parent', 'name'], { unique: true })
export class DirectoryRow {
  @Column('uuid') repository!: string;
  /** SHA-256 of the repository and the path of the directory. */
  @PrimaryColumn('bytea') hash!: Buffer;
  /** The key of the directory above, which may be the root. */
  @Column('bytea') parent!: Buffer;
  @Column({ type: 'text', collation: 'C' }) name!: string;
}

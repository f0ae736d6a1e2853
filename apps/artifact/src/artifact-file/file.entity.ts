import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A stored file: a name in a directory and the blob that it stands for. */
@Entity('file')
@Index('file_version', ['artifact', 'version'], { where: '(artifact IS NOT NULL)' })
@Index('file_copy', ['sha256', 'repository'])
@Index('file_path', { synchronize: false })
@Index('file_modified_at', ['repository', 'modifiedAt'])
@Index('file_search', { synchronize: false })
export class FileRow {
  @Column('uuid') repository!: string;
  /** The key of its directory. */
  @PrimaryColumn('bytea') directory!: Buffer;
  @PrimaryColumn({ type: 'text', collation: 'C' }) name!: string;
  /** The whole path. It may be too long for an index, which has the beginning of it. */
  @Column({ type: 'text', collation: 'C' }) path!: string;
  /** See `searchText`. */
  @Column('text') searchText!: string;
  /** Bytes; a bigint arrives as text. */
  @Column('bigint') size!: string;
  @Column('bytea') md5!: Buffer;
  @Column('bytea') sha1!: Buffer;
  @Column('bytea') sha256!: Buffer;
  @Column('bytea') sha512!: Buffer;
  /** Which checksum files clients have uploaded: a bit for each algorithm. */
  @Column('smallint') uploaded!: number;
  @Column('boolean') released!: boolean;
  /** Hash of the directory of the artifact, and its version, if the file makes one. */
  @Column('bytea', { nullable: true }) artifact!: Buffer | null;
  @Column({ type: 'text', collation: 'C', nullable: true }) version!: string | null;
  @Column('uuid') createdBy!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') modifiedAt!: Date;
  /** When it was stored, if a restore has brought it back at `backAt`, and nobody has stored it since. */
  @Column('timestamptz', { nullable: true }) storedAt!: Date | null;
  @Column('timestamptz', { nullable: true }) backAt!: Date | null;
}

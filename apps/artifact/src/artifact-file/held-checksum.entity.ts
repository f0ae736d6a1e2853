import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A checksum that came before its file. */
@Entity('held_checksum')
@Index('held_checksum_expires_at', ['expires_at'])
export class HeldChecksumRow {
  @PrimaryColumn('bytea', { primaryKeyConstraintName: 'held_checksum_pkey' }) directory!: Buffer;
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'held_checksum_pkey' })
  name!: string;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'held_checksum_pkey' }) algorithm!: string;
  /** Lower-case hex. */
  @Column('text') digest!: string;
  @Column('timestamptz') expires_at!: Date;
}

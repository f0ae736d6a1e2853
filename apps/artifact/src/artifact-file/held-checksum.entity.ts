import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A checksum that came before its file. */
@Entity('held_checksum')
@Index('held_checksum_expires_at', ['expiresAt'])
export class HeldChecksumRow {
  @PrimaryColumn('bytea') directory!: Buffer;
  @PrimaryColumn({ type: 'text', collation: 'C' })
  name!: string;
  @PrimaryColumn('text') algorithm!: string;
  /** Lower-case hex. */
  @Column('text') digest!: string;
  @Column('timestamptz') expiresAt!: Date;
  /** The account that sent it: it holds for files of this one. Null: for nobody's, as earlier code stored it. */
  @Column('uuid', { nullable: true }) createdBy!: string | null;
}

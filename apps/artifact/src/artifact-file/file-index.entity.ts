import type { IndexContribution } from '@holdfast/artifact-spi';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The state of the computed index of a directory. Whatever changes what it is computed from gives it a new
 * `generation`; it is rendered when it is next read, and a large one is kept with the generation that it was `rendered`
 * from.
 */
@Entity('file_index')
export class FileIndexRow {
  @PrimaryColumn('bytea') directory!: Buffer;
  /** Of a sequence, so that none comes twice. */
  @Column('bigint') generation!: string;
  @Column('timestamptz') changedAt!: Date;
  /** What clients added; the format knows what it is. */
  @Column('jsonb', { nullable: true }) contribution!: IndexContribution | null;
  /** What it counts for, in bytes. */
  @Column('integer', { default: 0 }) contributed!: number;
  @Column('bigint', { nullable: true }) rendered!: string | null;
  /** The version that was added last. */
  @Column('text', { nullable: true }) added!: string | null;
  /** The generation that came by it, which may be an earlier one, and the one before. */
  @Column('bigint', { nullable: true }) addedAt!: string | null;
  @Column('bigint', { nullable: true }) addedTo!: string | null;
  /** Null: there is nothing to tell. */
  @Column('bytea', { nullable: true }) content!: Buffer | null;
}

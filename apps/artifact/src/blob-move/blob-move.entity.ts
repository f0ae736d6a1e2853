import type { BlobMoveState } from '@holdfast/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A move of all blobs into one store, or a check of them: the last that was asked for. Numbers arrive as texts. */
@Entity('blob_move')
export class BlobMoveRow {
  @PrimaryColumn('uuid') uuid!: string;
  /** Nothing is moved. */
  @Column('boolean') checks!: boolean;
  /** The names of the stores; null: nothing comes from another one. */
  @Column('text') target!: string;
  @Column('text', { nullable: true }) former!: string | null;
  @Column({ type: 'text', collation: 'C' }) state!: BlobMoveState;
  /** Made up by the process that does it, at its start; null: nobody does. */
  @Column('uuid', { nullable: true }) runner!: string | null;
  /** When that was heard last. */
  @Column('timestamptz') heardAt!: Date;
  @Column('text') waits!: string;
  @Column('int') pass!: number;
  /** The last digest that this pass is done with; null: it begins. */
  @Column('bytea', { nullable: true }) place!: Buffer | null;
  /** Blobs of this pass. */
  @Column('bigint') seen!: string;
  @Column('bigint') copied!: string;
  @Column('bigint') bytes!: string;
  /** Copied in this pass. */
  @Column('bigint') fresh!: string;
  @Column('bigint') faults!: string;
  @Column('jsonb') lines!: string[];
  @Column('text', { nullable: true }) error!: string | null;
  @Column('timestamptz') askedAt!: Date;
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}

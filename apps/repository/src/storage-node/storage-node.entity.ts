import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A storage node, as its process has last told of itself. */
@Entity({ name: 'storage_node' })
export class StorageNodeRow {
  @PrimaryColumn({ type: 'text', collation: 'C' })
  name!: string;

  /** Made up by the process that is this node, at its start. */
  @Column('uuid', { nullable: true })
  process!: string | null;

  /** Null: it has said goodbye. */
  @Column('timestamptz', { nullable: true })
  seenAt!: Date | null;

  /** Bytes that may be written until only the reserve of its disk is left. */
  @Column('bigint')
  room!: string;

  /** Bytes that it keeps in reserve. */
  @Column('bigint')
  reserve!: string;

  /** Transfers that were under way. */
  @Column('integer')
  transfers!: number;

  /** The kinds of which it can hold repositories. */
  @Column('text', { array: true })
  kinds!: string[];

  /** It gets no new repositories, and those that it has are moved away. */
  @Column('boolean', { default: false })
  draining!: boolean;
}

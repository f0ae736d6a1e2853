import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The answer of a creation, kept for retries with the same key; an empty answer: under way. */
@Entity('idempotency')
@Index('idempotency_large', { synchronize: false })
export class IdempotencyRow {
  @PrimaryColumn('uuid')
  accountUuid!: string;

  @PrimaryColumn('text')
  operation!: string;

  /** SHA-256 of the client's key. */
  @PrimaryColumn('text')
  key!: string;

  /** Keyed digest of the request: the installation's secret is needed to compare anything with it. */
  @Column('text')
  request!: string;

  @Column('integer', { nullable: true })
  status!: number | null;

  @Column('text', { nullable: true })
  body!: string | null;

  @Index('idempotency_created')
  @Column('timestamptz')
  createdAt!: Date;
}

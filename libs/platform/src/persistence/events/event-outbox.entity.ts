import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** An event that waits to be published; every service that records some has the table. */
@Entity('event_outbox')
export class EventOutboxRow {
  /** Events about one object are published in this order. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) position!: string;
  @Column({ type: 'text', collation: 'C' }) id!: string;
  @Column({ type: 'text', collation: 'C' }) subject!: string;
  /** The uuid of the object that it is about. */
  @Column('uuid') aggregate!: string;
  /** As it travels. */
  @Column('text') event!: string;
}

import { Entity, PrimaryColumn } from 'typeorm';

/** An event of others that the service has heard. */
@Entity('event_heard')
export class EventHeardRow {
  @PrimaryColumn({ type: 'text', collation: 'C' }) consumer!: string;
  @PrimaryColumn({ type: 'text', collation: 'C' }) id!: string;
}

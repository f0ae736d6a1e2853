import { eventsCommitted, keepEvents, type Occurrence } from '@holdfast/platform/events';
import { pool } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** The outbox, for events whose change lies outside of the database. */
@Injectable()
export class RefEventStore {
  constructor(private readonly source: DataSource) {}

  /** One statement: all or none. The same event may be kept twice, which its id tells whoever hears it. */
  async keep(occurrences: readonly Occurrence[]): Promise<void> {
    await keepEvents(pool(this.source), occurrences);
    eventsCommitted(this.source);
  }
}

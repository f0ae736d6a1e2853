import { eventsCommitted, keepEvents, type Occurrence } from '@holdfast/platform/events';
import { connectionOf, transaction } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { refsChangedAt } from '../catalogue/repository.query.js';

/** The outbox, for changes of refs, which lie outside of the database; with each the catalogue hears of its time. */
@Injectable()
export class RefEventStore {
  constructor(private readonly source: DataSource) {}

  /** All or none. The same event may be kept twice, which its id tells whoever hears it. */
  async keep(occurrences: readonly Occurrence[]): Promise<void> {
    const latest = new Map<string, number>();
    for (const { aggregate, event } of occurrences)
      latest.set(aggregate, Math.max(event.at, latest.get(aggregate) ?? 0));
    // In one order, so that nobody waits for another who waits for him.
    const repositories = [...latest.keys()].sort();
    const times = repositories.map((uuid) => new Date(latest.get(uuid) ?? 0));
    await transaction(this.source, async (tx) => {
      await keepEvents(await connectionOf(tx), occurrences);
      await refsChangedAt(tx, [repositories, times]);
    });
    eventsCommitted(this.source);
  }
}

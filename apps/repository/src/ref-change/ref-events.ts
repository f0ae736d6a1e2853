import { refsChanged } from '@holdfast/contracts';
import { log } from '@holdfast/platform/observability';
import { occurrence, type Occurrence } from '@holdfast/platform/events';
import { Injectable } from '@nestjs/common';
import type { Intent } from './intent.js';
import { NodeJournal } from './node-journal.js';
import { RefEventStore } from './ref-event.store.js';

/** Changes within so many milliseconds are brought to the database together. */
const gathering = 50;
const retryAfter = 1_000;
const mostTogether = 100;

/** Brings changes of refs that have happened into the outbox of the service, in their order. */
@Injectable()
export class RefEvents {
  private readonly waiting: Occurrence[] = [];
  private running: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly store: RefEventStore,
    private readonly journal: NodeJournal,
  ) {}

  /** The journal hears when the event is in the database. */
  add({ id, at, account, company, project, repository, cause, change, updates }: Intent): void {
    const payload = { company, project: { uuid: project }, repository, cause, change, updates: [...updates] };
    this.waiting.push(occurrence(refsChanged, payload, { id, at, account }));
    this.running ??= this.run();
  }

  /** Tries once more to bring what waits; the rest is in the journal. */
  async end(): Promise<void> {
    this.ended = true;
    await this.running;
  }

  private async run(): Promise<void> {
    await pause(this.ended ? 0 : gathering);
    while (this.waiting.length > 0) {
      const together = this.waiting.slice(0, mostTogether);
      try {
        await this.store.keep(together);
      } catch (err) {
        log.warn({ err, changes: this.waiting.length }, 'changes of refs wait for the database');
        if (this.ended) break;
        await pause(retryAfter);
        continue;
      }
      this.waiting.splice(0, together.length);
      this.journal.kept(together.map(({ event }) => event.id));
    }
    this.running = undefined;
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

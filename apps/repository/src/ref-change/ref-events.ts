import { refsChanged } from '@holdfast/contracts';
import { AuditOutbox } from '@holdfast/platform/audit';
import { log } from '@holdfast/platform/observability';
import { occurrence, type Occurrence } from '@holdfast/platform/events';
import { isUnstorable } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { deletionRecords } from './deletion-records.js';
import type { Intent } from './intent.js';
import { NodeJournal } from './node-journal.js';
import { RefEventStore } from './ref-event.store.js';
import { toldChange } from './told-changes.js';

/** Changes within so many milliseconds are brought to the database together. */
const gathering = 50;
const retryAfter = 1_000;
/** Most events, and most refs in them, that one statement brings. */
const mostTogether = { events: 100, refs: 1_000 };

interface Waiting {
  intent: Intent;
  happened: Occurrence;
}

/** Brings changes of refs that have happened into the outbox of the service, in their order. */
@Injectable()
export class RefEvents {
  private readonly waiting: Waiting[] = [];
  /** How many of them are about each ref. */
  private readonly refs = new Map<string, number>();
  private running: Promise<void> | undefined;
  private ended = false;

  constructor(
    private readonly store: RefEventStore,
    private readonly journal: NodeJournal,
    private readonly outbox: AuditOutbox,
  ) {}

  /** The journal hears when the event is in the database. */
  add(intent: Intent): void {
    const { id, at, account, company, project, repository, cause, change, updates } = intent;
    const told = updates.map(toldChange);
    const payload = { company, project: { uuid: project }, repository, cause, change, updates: told };
    this.waiting.push({ intent, happened: occurrence(refsChanged, payload, { id, at, account }) });
    this.count(intent, 1);
    this.running ??= this.run();
  }

  /** Whether the journal alone has a change of one of these refs that has happened. */
  waits(repository: string, refs: readonly string[]): boolean {
    return this.refs.size > 0 && refs.some((ref) => this.refs.has(keyOf(repository, ref)));
  }

  /** The same of all refs of a repository. */
  waitsFor(repository: string): boolean {
    return this.waiting.some(({ intent }) => intent.repository.uuid === repository);
  }

  /** Tries once more to bring what waits; the rest is in the journal. */
  async end(): Promise<void> {
    this.ended = true;
    await this.running;
  }

  private async run(): Promise<void> {
    await pause(this.ended ? 0 : gathering);
    // One that the database never takes must not keep all others from being told.
    let apart = 0;
    for (; this.waiting.length > 0; apart = Math.max(0, apart - 1)) {
      const together = this.waiting.slice(0, apart > 0 ? 1 : this.fitting());
      try {
        await this.keep(together);
      } catch (err) {
        if (!isUnstorable(err)) {
          log.warn({ err, changes: this.waiting.length }, 'changes of refs wait for the database');
          if (this.ended) break;
          await pause(retryAfter);
          continue;
        }
        if (together.length > 1) {
          apart = together.length + 1;
          continue;
        }
        log.error(
          { err, event: together[0].intent.id },
          'a change of refs cannot be stored, and is not told',
        );
      }
      this.waiting.splice(0, together.length);
      this.journal.kept(together.map(({ intent }) => intent.id));
      for (const { intent } of together) this.count(intent, -1);
    }
    this.running = undefined;
  }

  /** How many are brought together: one at least. */
  private fitting(): number {
    let refs = 0;
    const end = this.waiting.findIndex(({ intent }, at) => {
      refs += intent.updates.length;
      return at === mostTogether.events || (at > 0 && refs > mostTogether.refs);
    });
    return end < 0 ? this.waiting.length : end;
  }

  private async keep(together: readonly Waiting[]): Promise<void> {
    await this.outbox.keep(together.flatMap(({ intent }) => deletionRecords(intent)));
    await this.store.keep(together.map(({ happened }) => happened));
  }

  private count({ repository, updates }: Intent, more: number): void {
    for (const { ref } of updates) {
      const key = keyOf(repository.uuid, ref);
      const count = (this.refs.get(key) ?? 0) + more;
      if (count > 0) this.refs.set(key, count);
      else this.refs.delete(key);
    }
  }
}

const keyOf = (repository: string, ref: string): string => `${repository} ${ref}`;

const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

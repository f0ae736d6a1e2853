import {
  artifactCalls,
  repositoryCalls,
  type AuditRecord,
  type PendingAudit,
  type PendingAuditAnswer,
  type ServiceName,
} from '@holdfast/contracts';
import { DomainError, within } from '@holdfast/kernel';
import { AuditOutbox } from '@holdfast/platform/audit';
import { log } from '@holdfast/platform/observability';
import { isUnstorable } from '@holdfast/platform/persistence';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isOwn } from './audit-event.rules.js';
import { AuditEventStore } from './audit-event.store.js';
import { SharedRounds } from './shared-rounds.js';

type Pending = (asked: PendingAudit, wait: number) => Promise<PendingAuditAnswer>;

/** Milliseconds between two rounds, and how long a service is waited for in one. */
const every = 1_000;
const patience = 2_000;

/** Most answers of one service in a round. */
const mostAnswers = 10;

/**
 * Fetches what the services have recorded and stores each record once, by its id. A service forgets a record when the
 * next question says that it is stored: whatever ends in between, it is answered again.
 */
@Injectable()
export class AuditCollector implements OnApplicationBootstrap, OnModuleDestroy {
  /** Each service is asked for all who want to know, whatever others do. They take the milliseconds for an answer. */
  private readonly sources: readonly SharedRounds<number>[];
  private timer?: NodeJS.Timeout;
  private running: Promise<void> = Promise.resolve();
  private ended = false;

  constructor(
    source: DataSource,
    private readonly events: AuditEventStore,
    private readonly rpc: Rpc,
  ) {
    const own = new AuditOutbox(source);
    this.sources = [
      this.rounds('identity', (asked) => own.pending(asked)),
      this.rounds('repository', this.from(repositoryCalls.audit)),
      this.rounds('artifact', this.from(artifactCalls.audit)),
    ];
  }

  onApplicationBootstrap(): void {
    this.timer = setTimeout(() => {
      this.running = this.collect(patience).finally(() => {
        if (!this.ended) this.onApplicationBootstrap();
      });
    }, every).unref();
  }

  async onModuleDestroy(): Promise<void> {
    this.ended = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /**
   * Collects what there is now from all services that answer within so many milliseconds, together with all others who
   * ask for it now. Where somebody else waits for a service already, it is waited for as long once more. Never fails.
   */
  async collect(wait: number): Promise<void> {
    const late = (): undefined => undefined;
    await Promise.all(this.sources.map((rounds) => within(2 * wait, rounds.ask(wait), late)));
  }

  private rounds(service: ServiceName, pending: Pending): SharedRounds<number> {
    return new SharedRounds((wait) =>
      this.drain(service, pending, wait).catch((error: unknown) => {
        // A part that is away is asked again.
        if (!(error instanceof DomainError)) log.warn({ err: error, service }, 'audit records wait');
      }),
    );
  }

  private async drain(service: ServiceName, pending: Pending, wait: number): Promise<void> {
    let collected: string[] = [];
    for (let answers = 0; answers < mostAnswers && !this.ended; answers += 1) {
      const { records } = await pending({ collected }, wait);
      if (records.length === 0) return;
      await this.keep(this.trusted(service, records));
      collected = records.map(({ id }) => id);
    }
    if (collected.length) await pending({ collected }, wait);
  }

  /** Keeps what can be stored of them: one that cannot would keep all behind it from being stored, of all companies. */
  private async keep(records: readonly AuditRecord[]): Promise<void> {
    try {
      await this.events.keep(records);
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      const [record, ...more] = records;
      if (!more.length)
        return log.error({ err: error, record }, 'an audit record cannot be stored, and is left out');
      const half = Math.ceil(records.length / 2);
      await this.keep(records.slice(0, half));
      await this.keep(records.slice(half));
    }
  }

  private trusted(service: ServiceName, records: readonly AuditRecord[]): AuditRecord[] {
    const own = records.filter((record) => isOwn(service, record));
    if (own.length < records.length)
      log.error(
        { service, records: records.length - own.length },
        'audit records of another’s work are dropped',
      );
    return own;
  }

  private from(subject: string): Pending {
    return (asked, wait) => this.rpc.call(subject, ownContext('identity', wait), asked);
  }
}

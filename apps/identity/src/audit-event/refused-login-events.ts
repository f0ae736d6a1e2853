import type { AuditRecord } from '@holdfast/contracts';
import { log } from '@holdfast/platform/observability';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { sentKey, type LoginAttempt } from '../session/login-attempt.js';
import { RefusedLogins } from '../session/refused-logins.js';
import { AuditEventStore } from './audit-event.store.js';
import { RefusedLoginWindows } from './refused-login-windows.js';
import { refusedLogins, type CountedAttempt } from './refused-login.query.js';

/** Milliseconds for which refusals are added up in memory. */
const every = 1_000;
/** Most different attempts that are added up at once; others are not counted. */
const most = 2_000;

/**
 * Writes refused logins as counted audit events: no login waits for it, and a flood costs two statements a second.
 * What is in memory when the process is killed is not counted.
 */
@Injectable()
export class RefusedLoginEvents implements OnModuleDestroy {
  private readonly windows = new RefusedLoginWindows();
  private attempts = new Map<string, CountedAttempt>();
  /** Records whose counts have grown since they were written, by their ids. */
  private readonly grown = new Map<string, AuditRecord>();
  private timer?: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    refused: RefusedLogins,
    private readonly source: DataSource,
    private readonly events: AuditEventStore,
  ) {
    refused.on((attempt) => this.count(attempt));
  }

  async onModuleDestroy(): Promise<void> {
    clearTimeout(this.timer);
    await this.write();
  }

  /** Writes what was refused until now, one writing after another. Never fails. */
  write(): Promise<void> {
    this.writing = this.writing
      .then(() => this.flush())
      .catch((error: unknown) => {
        log.warn({ err: error }, 'refused logins wait to be recorded');
        this.plan();
      });
    return this.writing;
  }

  private count(attempt: LoginAttempt): void {
    const now = Date.now();
    this.add({ ...attempt, count: 1, first: now, last: now });
    this.plan();
  }

  private add(attempt: CountedAttempt): void {
    const key = sentKey(attempt);
    const known = this.attempts.get(key);
    if (known) {
      known.count += attempt.count;
      known.first = Math.min(known.first, attempt.first);
      known.last = Math.max(known.last, attempt.last);
    } else if (this.attempts.size < most) this.attempts.set(key, attempt);
  }

  private plan(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.write();
    }, every).unref();
  }

  private async flush(): Promise<void> {
    const taken = this.attempts;
    this.attempts = new Map();
    try {
      const found = taken.size > 0 ? await refusedLogins(this.source, [...taken.values()]) : [];
      for (const record of found.map((each) => this.windows.add(each))) this.grown.set(record.id, record);
    } catch (error) {
      for (const each of taken.values()) this.add(each);
      throw error;
    }
    const records = [...this.grown.values()];
    await this.events.count(records);
    for (const { id } of records) this.grown.delete(id);
  }
}

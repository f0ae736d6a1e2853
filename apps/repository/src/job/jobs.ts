import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Placement } from '../placement/placement.js';
import { JobBell } from './job-bell.js';
import type { JobRow } from './job.entity.js';
import type { JobKind, JobTraits } from './job-kinds.js';
import { JobRunner } from './job-runner.js';
import { JobStore } from './job.store.js';

/** What is asked for. */
export interface AskedJob<Payload> {
  /** Uuid. */
  repository: string;
  payload: Payload;
  /** For whom it is counted (uuid, as `shareOf` says); absent: the operator, or the product itself. */
  by?: string;
  /** Not before. */
  dueAt?: Date;
  /** When nothing else waits. */
  lowest?: boolean;
}

/** The row of a job with the types of its kind. */
export interface KnownJob<Payload, Result> extends Omit<JobRow, 'payload' | 'result'> {
  payload: Payload;
  result: Result | null;
}

/** Long work on repositories, for whoever has it done. */
@Injectable()
export class Jobs {
  constructor(
    private readonly store: JobStore,
    private readonly runner: JobRunner,
    private readonly placement: Placement,
    private readonly bell: JobBell,
  ) {}

  /**
   * Asks for a job. Where one of its kind waits for the repository already, that one stands for both, with the payload
   * that it had (`fresh` is false). Undefined: there is no such repository.
   */
  async ask<Payload, Result>(
    kind: JobKind<Payload, Result>,
    asked: AskedJob<NoInfer<Payload>>,
  ): Promise<(KnownJob<Payload, Result> & { fresh: boolean }) | undefined> {
    const job = await this.enter(kind, asked);
    if (job) await this.wake(job.node);
    return job;
  }

  /** The same in a transaction. Call `wake` with the node of the job when that has ended. */
  async enter<Payload, Result>(
    kind: JobKind<Payload, Result>,
    { repository, payload, by, dueAt, lowest = false }: AskedJob<NoInfer<Payload>>,
    tx?: EntityManager,
  ): Promise<(KnownJob<Payload, Result> & { fresh: boolean }) | undefined> {
    const job = {
      kind: kind.name,
      repository,
      payload,
      askedBy: by ?? null,
      lowest,
      dueAt: dueAt ?? new Date(),
    };
    const row = await this.store.enter(job, tx);
    return row && { ...row, ...typed(kind, row) };
  }

  /** The newest of a kind on a repository (uuid), whatever has become of it. */
  async latest<Payload, Result>(
    kind: JobKind<Payload, Result>,
    repository: string,
  ): Promise<KnownJob<Payload, Result> | undefined> {
    const row = await this.store.latest(repository, kind.name);
    return row && typed(kind, row);
  }

  /** Whether one of a kind waits or runs on a repository (uuid), as the transaction sees it. */
  isOpen(tx: EntityManager, { name }: JobTraits, repository: string): Promise<boolean> {
    return this.store.isOpen(repository, name, tx);
  }

  /** Has a job end, soon if it is being done. False: it is over, or there is none. */
  async stop(uuid: string): Promise<boolean> {
    const row = await this.store.stop(uuid);
    this.stopped(uuid);
    return row !== undefined;
  }

  /**
   * Has those of a kind on a repository (uuid) end, in a transaction. Answers those that had not, as they are then: one
   * that runs has to hear of it. Call `stopped` with each when the transaction has ended.
   */
  stopIn(
    tx: EntityManager,
    { name }: JobTraits,
    repository: string,
  ): Promise<Pick<JobRow, 'uuid' | 'state'>[]> {
    return this.store.stopOf(tx, repository, name);
  }

  /** `JobStore.stop` was called, and its transaction has ended: if it is done here, it need not wait to hear of it. */
  stopped(uuid: string): void {
    this.runner.stop(uuid);
  }

  /** Resolves when it does not run here (any more), and what came of it is known. */
  over(uuid: string): Promise<void> {
    return this.runner.over(uuid);
  }

  /** Jobs wait on a node: there somebody looks now, or a few seconds later where this cannot be told. */
  async wake(node: string): Promise<void> {
    if (node === this.placement.node) return this.runner.wake();
    await this.bell.ring(node);
  }
}

/** Rows of a kind hold what was asked by it, and what its handler has answered. */
const typed = <Payload, Result>(_: JobKind<Payload, Result>, row: JobRow): KnownJob<Payload, Result> =>
  row as KnownJob<Payload, Result>;

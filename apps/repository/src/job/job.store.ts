import { uuidv7 } from '@holdfast/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { JobRow, type JobState } from './job.entity.js';
import * as query from './job.query.js';
import type { WaitingCompany } from './job-turns.js';

/** A job that is to be done. */
export interface NewJob {
  kind: string;
  /** Uuid. */
  repository: string;
  payload: unknown;
  askedBy: string | null;
  lowest: boolean;
  dueAt: Date;
}

/** How a job has ended, for good. */
export interface JobEnd {
  state: Extract<JobState, 'done' | 'failed' | 'stopped'>;
  result?: unknown;
  error?: string;
}

/** How far a job has come. */
export interface JobNote {
  uuid: string;
  percent: number | null;
  doing: string;
}

/** A job that ends with its process again and again is begun so often. */
export const mostAttempts = 5;
const cutOff = `it was cut off ${mostAttempts} times`;
/** Days for which is known what came of a job. */
const keptFor = 30;

/** The jobs as rows. */
@Injectable()
export class JobStore {
  constructor(private readonly source: DataSource) {}

  /** The row that stands for it; undefined: there is no such repository. `tx`: it is part of this transaction. */
  async enter(job: NewJob, tx?: EntityManager): Promise<(JobRow & { fresh: boolean }) | undefined> {
    const { kind, repository, payload, askedBy, lowest, dueAt } = job;
    const values = [uuidv7(), kind, repository, askedBy, JSON.stringify(payload ?? null), lowest, dueAt];
    return (await query.enterJob(tx ?? this.source, values)).at(0);
  }

  /** The newest first, at most so many, and how many there are. */
  async list(
    {
      uuids,
      open,
      kind,
    }: { uuids?: readonly string[] | undefined; open: boolean; kind?: string | undefined },
    limit: number,
  ): Promise<{ rows: JobRow[]; count: number }> {
    const where = {
      ...(uuids ? { uuid: In(uuids) } : {}),
      ...(open ? { state: In<JobState>(['queued', 'running']) } : {}),
      ...(kind === undefined ? {} : { kind }),
    };
    const [rows, count] = await this.source
      .getRepository(JobRow)
      .findAndCount({ where, order: { askedAt: 'desc', uuid: 'desc' }, take: limit });
    return { rows, count };
  }

  /** The newest job of a kind on a repository (uuid). */
  async latest(repository: string, kind: string): Promise<JobRow | undefined> {
    const rows = this.source.getRepository(JobRow);
    return (
      (await rows.findOne({ where: { repository, kind }, order: { askedAt: 'desc', uuid: 'desc' } })) ??
      undefined
    );
  }

  /** Whether one of a kind waits or runs on a repository (uuid). */
  isOpen(repository: string, kind: string, where: DataSource | EntityManager): Promise<boolean> {
    const state = In<JobState>(['queued', 'running']);
    return where.getRepository(JobRow).existsBy({ repository, kind, state });
  }

  /** What waits here for repositories that have moved waits where they are now. Answers these nodes. */
  async followMoves(node: string): Promise<string[]> {
    const moved = await query.followMoves(this.source, [node]);
    return [...new Set(moved.map((each) => each.node))];
  }

  waiting(node: string, kinds: readonly string[]): Promise<WaitingCompany[]> {
    return query.waitingCompanies(this.source, [node, kinds]);
  }

  /**
   * `served`: accounts (uuids), the one that was served longest ago first; who is none of them goes before. Undefined:
   * others have taken what waited, or another job runs on each of the repositories.
   */
  async claim(
    node: string,
    { company, served = [] }: { company: string; served?: readonly string[] },
    kinds: readonly string[],
    runner: string,
  ): Promise<JobRow | undefined> {
    return (await query.claimJob(this.source, [node, company, kinds, runner, served])).at(0);
  }

  /** Answers those that are still the runner's own, with whether they should end. */
  note(runner: string, notes: readonly JobNote[]): Promise<{ uuid: string; stopping: boolean }[]> {
    return query.noteProgress(this.source, [
      runner,
      notes.map(({ uuid }) => uuid),
      notes.map(({ percent }) => percent),
      notes.map(({ doing }) => doing),
    ]);
  }

  async end(uuid: string, runner: string, { state, result, error }: JobEnd): Promise<void> {
    const text = result === undefined ? null : JSON.stringify(result);
    await query.endJob(this.source, [uuid, runner, state, text, error ?? null]);
  }

  /** To be begun again in so many milliseconds; `uncounted`: as if this attempt had not been made. */
  async putBack(
    { uuid, node }: Pick<JobRow, 'uuid' | 'node'>,
    runner: string,
    delay: number,
    { uncounted = false, reason = cutOff }: { uncounted?: boolean; reason?: string } = {},
  ): Promise<void> {
    await query.putBackJobs(this.source, [node, runner, delay, uuid, mostAttempts, uncounted, reason, []]);
  }

  /** What the processes before this one have left, and nobody begins again. */
  cutOffForGood(node: string, runner: string): Promise<JobRow[]> {
    return query.lastCutOff(this.source, [node, runner, mostAttempts]);
  }

  /** Takes over what the processes before this one have left, but for some (uuids). */
  async takeOver(node: string, runner: string, but: readonly string[]): Promise<number> {
    const left = [node, runner, 0, null, mostAttempts, false, cutOff, but];
    return (await query.putBackJobs(this.source, left)).length;
  }

  /** The job as it is then; undefined: it is over, or there is none. */
  async stop(uuid: string, tx?: EntityManager): Promise<JobRow | undefined> {
    return (await query.stopJob(tx ?? this.source, [uuid])).at(0);
  }

  /** Those of a kind on a repository (uuid), as they are then. */
  stopOf(tx: EntityManager, repository: string, kind: string): Promise<Pick<JobRow, 'uuid' | 'state'>[]> {
    return query.stopJobsOf(tx, [repository, kind]);
  }

  async forgetOld(): Promise<void> {
    await query.forgetJobs(this.source, [keptFor]);
  }
}

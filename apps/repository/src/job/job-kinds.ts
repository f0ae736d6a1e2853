import type { LongWork } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import type { RepositoryRow } from '../catalogue/repository.entity.js';

/** What is known of a sort of long work. */
export interface JobTraits {
  /** Lower-case letters and underscores. It stays the same for ever: rows have it. */
  readonly name: string;
  /** So many on a node at a time; absent: as many as there are places. */
  readonly atOnce?: number;
  /** It waits for servers of others, which may take their time: it takes the places for such work, and no others. */
  readonly isElsewhere?: boolean;
}

/** A sort of long work. What is asked for it, and what comes of it, is plain JSON without secrets. */
export interface JobKind<Payload = unknown, Result = unknown> extends JobTraits {
  /** Never there at run time. */
  readonly '~types'?: (payload: Payload) => Result;
}

/** Work that is being done. */
export interface JobAtWork<Payload> extends LongWork {
  readonly uuid: string;
  /** As the catalogue had it when the work began. */
  readonly repository: RepositoryRow;
  readonly payload: Payload;
  /** Uuid of the account that asked for it; null: the operator, or the product itself. */
  readonly askedBy: string | null;
  /** 1 the first time. */
  readonly attempt: number;
}

/**
 * Does the work, and answers what came of it. It may be called again for the same job, after a process was killed or a
 * part was away (`unavailable`): so it goes on from what it finds, or begins anew. Other errors end the job:
 * `JobFailure` says why to people.
 */
export type JobHandler<Payload, Result> = (job: JobAtWork<Payload>) => Promise<Result>;

/** Why a job cannot come to its end, in one line for whoever asked for it. */
export class JobFailure extends Error {
  override readonly name = 'JobFailure';
}

type AnyHandler = JobHandler<unknown, unknown>;

/** What a job has left whose processes were killed so often that it is not begun again. */
export interface JobRemains {
  /** Removes it, where there is any. */
  remove(repository: RepositoryRow): Promise<void>;
  /** Repositories (uuids) of a node that have such, and no job that waits or runs. */
  left(node: string): Promise<string[]>;
}

/** All sorts of jobs with who does them. Each part adds its own when it is made. */
@Injectable()
export class JobKinds {
  private readonly handlers = new Map<string, AnyHandler>();
  private readonly kinds = new Map<string, JobTraits>();
  private readonly remains = new Map<string, JobRemains>();

  /** `remains`: absent where such jobs leave nothing. */
  add<Payload, Result>(
    kind: JobKind<Payload, Result>,
    handler: JobHandler<Payload, Result>,
    remains?: JobRemains,
  ): void {
    if (this.kinds.has(kind.name)) throw new Error(`two parts do jobs of the kind ${kind.name}`);
    this.kinds.set(kind.name, kind);
    // Rows of a kind hold what was asked by it.
    this.handlers.set(kind.name, handler as AnyHandler);
    if (remains) this.remains.set(kind.name, remains);
  }

  /** What jobs of a kind have left; undefined: they leave nothing. */
  remainsOf(name: string): JobRemains | undefined {
    return this.remains.get(name);
  }

  get allRemains(): JobRemains[] {
    return [...this.remains.values()];
  }

  get all(): JobTraits[] {
    return [...this.kinds.values()];
  }

  /** Also of one whose jobs nobody does. */
  traitsOf(name: string): JobTraits {
    return this.kinds.get(name) ?? { name };
  }

  handlerOf(name: string): AnyHandler {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`nobody does jobs of the kind ${name}`);
    return handler;
  }
}

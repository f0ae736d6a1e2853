import type { RefChange } from '@holdfast/contracts';
import { DomainError, loopShare, timedId } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { VcsRefusal, type VcsRepository } from '@holdfast/vcs-spi';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DefaultIdentifiers } from '../catalogue/default-identifiers.js';
import { LocalRepositories } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { WriteGate } from '../write-gate/write-gate.js';
import { isRecorded } from './deletion-records.js';
import { happenedIn } from './happened-in.js';
import {
  changesFrom,
  changesOf,
  partsOf,
  readingAt,
  refsOf,
  type ChangePlace,
  type Intent,
  type Outcome,
} from './intent.js';
import { NodeJournal } from './node-journal.js';
import { RefEvents } from './ref-events.js';
import { RefsInChange } from './refs-in-change.js';
import { Retries } from './retries.js';

/** Of more deletions by one push the audit events tell the number. */
const mostTold = 1_000;

/** What is known of a change without a look at the refs. */
export type Known = 'done' | 'refused' | 'unknown';

/** A change of refs whose intents are in the journal: nobody else changes these refs until it is settled. */
export interface OpenChange {
  repository: ChangePlace['repository'];
  refs: readonly string[];
  intents: readonly Intent[];
  onDisk: Promise<void>;
}

/**
 * Every change of refs on this node passes here, so that each leaves exactly one event: its intent is on disk before a
 * ref is touched, and what became of it is seen at the refs, afterwards or after the next start. At most one change of
 * a ref is open at a time, none begins at what it is to become, and none is over before its outcome is known: so what
 * the ref says tells whether that one happened.
 */
@Injectable()
export class RefChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly inChange = new RefsInChange();
  /** Looks at what could not be seen. */
  private readonly retries = new Retries();

  constructor(
    private readonly placement: Placement,
    private readonly local: LocalRepositories,
    private readonly journal: NodeJournal,
    private readonly events: RefEvents,
    private readonly defaults: DefaultIdentifiers,
    private readonly gate: WriteGate,
  ) {}

  /**
   * What a predecessor has left open is settled before anybody changes it. Perhaps HEAD had followed a first branch,
   * and nobody else knew yet.
   */
  async onApplicationBootstrap(): Promise<void> {
    const left = new Map<string, Intent[]>();
    const touched = new Map<string, ChangePlace['repository']>();
    for (const { intent, outcome } of (await this.journal.open()).intents) {
      const { uuid } = intent.repository;
      touched.set(uuid, intent.repository);
      if (outcome) this.pass(intent, outcome);
      else left.set(uuid, [...(left.get(uuid) ?? []), intent]);
    }
    for (const [uuid, intents] of left) {
      const refs = refsOf(intents);
      await this.inChange.enter(uuid, refs, Infinity);
      const { repository } = intents[0];
      await this.settle({ repository, refs, intents, onDisk: Promise.resolve() }, 'unknown');
    }
    for (const repository of touched.values())
      await this.follow(repository).catch((err: unknown) =>
        // One damaged directory keeps no others from being served.
        log.error({ err, repository: repository.uuid }, 'the default reference is not known'),
      );
  }

  private async follow(repository: ChangePlace['repository']): Promise<void> {
    const { uuid } = repository;
    const data = this.data(repository);
    if (data && !this.gate.goneTo(uuid) && (await this.placement.holds(repository)))
      await this.defaults.follow(uuid, data);
  }

  /**
   * Transfers have ended by then. What cannot be seen, or brought to the database, any more is taken up after the next
   * start.
   */
  async onApplicationShutdown(): Promise<void> {
    this.retries.end();
    await this.events.end();
    await this.journal.shut();
  }

  /**
   * Waits until nobody else changes these refs, and writes down who is about to do what. Touch the refs after that,
   * and call `settle` when it is over, whatever came of it. `deadline`: milliseconds since the epoch.
   * @throws DomainError `unavailable` when another change of them does not end in time, or nothing can be written
   */
  async begin(place: ChangePlace, updates: Iterable<RefChange>, deadline: number): Promise<OpenChange> {
    const open = await this.enter(place, updates, deadline);
    await this.confirmed(open);
    return open;
  }

  /**
   * Makes a change of refs that is over when `work` is. Its intent is written before, so that a process that ends has
   * left it, and on the disk when this returns: a machine that stops in between loses a change that nobody was told of.
   * @throws DomainError as `begin`
   */
  async during<T>(
    place: ChangePlace,
    updates: Iterable<RefChange>,
    deadline: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const open = await this.enter(place, updates, deadline);
    // What became of the change before it may be on no disk yet.
    if (this.events.waits(place.repository.uuid, open.refs)) await this.confirmed(open);
    let known: Known = 'unknown';
    try {
      const result = await work();
      known = 'done';
      await open.onDisk.catch(fail);
      return result;
    } catch (error) {
      if (error instanceof VcsRefusal && error.code !== 'unavailable') known = 'refused';
      throw error;
    } finally {
      await this.settle(open, known);
    }
  }

  /**
   * Never fails. What cannot be seen now is looked at again later, and the refs belong to this change until then: with
   * another one after it nobody could tell any more.
   */
  async settle(open: OpenChange, known: Known): Promise<void> {
    const attempt = async (): Promise<void> => {
      const outcomes = await this.outcomes(open, known).catch((err: unknown) => {
        const { uuid: repository } = open.repository;
        log.error({ err, repository }, 'nobody knows yet what became of a change of refs');
        throw err;
      });
      this.journal.settled(outcomes);
      for (const [at, outcome] of outcomes.entries()) {
        this.pass(open.intents[at], outcome);
        if (loopShare.isOver) await loopShare.pass();
      }
      this.inChange.leave(open.repository.uuid, open.refs);
    };
    await attempt().catch(() => this.retries.begin(attempt));
  }

  /** Whether no ref of the repository is being changed, and the database has all that was. */
  isQuiet(repository: string): boolean {
    return !this.inChange.isIn(repository) && !this.events.waitsFor(repository);
  }

  private async confirmed(open: OpenChange): Promise<void> {
    try {
      await open.onDisk;
    } catch (error) {
      await this.settle(open, 'refused');
      throw unwritable(error);
    }
  }

  private async enter(
    place: ChangePlace,
    updates: Iterable<RefChange>,
    deadline: number,
  ): Promise<OpenChange> {
    const { repository } = place;
    const wanted = changesOf(updates);
    const refs = wanted.map(({ ref }) => ref);
    await this.inChange.enter(repository.uuid, refs, deadline);
    try {
      const tips = await this.data(repository)?.tips(refs, readingAt(place, deadline));
      const intents = this.intents(place, partsOf(tips ? changesFrom(wanted, tips) : wanted));
      const { onDisk } = await this.journal.intendAll(intents);
      return { repository, refs, intents, onDisk };
    } catch (error) {
      this.inChange.leave(repository.uuid, refs);
      throw unwritable(error);
    }
  }

  private intents(place: ChangePlace, parts: readonly RefChange[][]): Intent[] {
    const at = Date.now();
    const ids = parts.map(() => timedId(at));
    const { pusher, ...where } = place;
    let told = 0;
    return parts.map((updates, part) => {
      const intent = { ...where, id: ids[part], at, change: ids[0], updates };
      const deleted = updates.filter(isRecorded).length;
      if (!pusher || deleted === 0) return intent;
      told += deleted;
      return { ...intent, pusher, ...(told > mostTold ? { counted: true } : {}) };
    });
  }

  /** In the order of the intents. */
  private async outcomes({ repository, intents }: OpenChange, known: Known): Promise<Outcome[]> {
    if (known === 'done') return intents.map(({ id, updates }) => ({ id, happened: [...updates.keys()] }));
    const data = known === 'refused' || intents.length === 0 ? undefined : this.data(repository);
    // A repository that is gone takes its refs with it: nobody hears of them any more.
    if (!data || !(await this.placement.holds(repository)))
      return intents.map(({ id }) => ({ id, happened: [] }));
    const happened = await happenedIn(data, intents);
    let before = 0;
    return intents.map(({ id, updates }) => {
      const first = before;
      before += updates.length;
      return { id, happened: [...updates.keys()].filter((at) => happened[first + at]) };
    });
  }

  private data(repository: ChangePlace['repository']): VcsRepository | undefined {
    return this.local.open(repository)?.data;
  }

  private pass(intent: Intent, { happened }: Outcome): void {
    if (happened.length === 0) this.journal.kept([intent.id]);
    else this.events.add({ ...intent, updates: happened.map((at) => intent.updates[at]) });
  }
}

const unwritable = (error: unknown): DomainError =>
  error instanceof DomainError
    ? error
    : DomainError.unavailable('a change of refs could not be written down', error);

const fail = (error: unknown): never => {
  throw unwritable(error);
};

import type { RefChange } from '@holdfast/contracts';
import { DomainError, timedId } from '@holdfast/kernel';
import { log } from '@holdfast/platform/observability';
import { VcsRefusal } from '@holdfast/vcs-spi';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { LocalRepositories } from '../placement/local-repositories.js';
import { Placement } from '../placement/placement.js';
import { IntentJournal } from './intent-journal.js';
import { partsOf, type ChangePlace, type Intent, type Outcome } from './intent.js';
import { RefEvents } from './ref-events.js';
import { RefsInChange } from './refs-in-change.js';

/** What is known of a change without a look at the refs. */
export type Known = 'done' | 'refused' | 'unknown';

/** A change of refs whose intent is on disk. */
export interface OpenChange {
  intents: readonly Intent[];
  refs: readonly string[];
  onDisk: Promise<void>;
}

/**
 * Every change of refs on this node passes here, so that each leaves exactly one event: its intent is on disk before a
 * ref is touched, and what became of it is seen at the refs, afterwards or after the next start. At most one change of
 * a ref is open at a time: what the ref says then tells whether that one happened.
 */
@Injectable()
export class RefChanges implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly journal: IntentJournal;
  private readonly inChange = new RefsInChange();

  constructor(
    private readonly placement: Placement,
    private readonly local: LocalRepositories,
    private readonly events: RefEvents,
  ) {
    this.journal = new IntentJournal(placement.intents);
  }

  /** What a predecessor has left open is settled before anybody changes anything. */
  async onApplicationBootstrap(): Promise<void> {
    for (const { intent, outcome } of this.journal.open().intents) {
      if (outcome) this.pass(intent, outcome);
      else await this.settleOne(intent, 'unknown');
    }
  }

  /** Transfers have ended by then. What cannot be brought to the database any more is brought there after the next start. */
  async onApplicationShutdown(): Promise<void> {
    await this.events.end();
    this.journal.shut();
  }

  /**
   * Waits until nobody else changes these refs, and writes down who is about to do what. Touch the refs after that,
   * and call `settle` when it is over, whatever came of it.
   * @throws DomainError `unavailable` when another change of them does not end in time
   */
  async begin(place: ChangePlace, updates: Iterable<RefChange>): Promise<OpenChange> {
    const open = await this.enter(place, updates);
    try {
      await open.onDisk;
    } catch (error) {
      await this.settle(open, 'refused');
      throw DomainError.unavailable('a change of refs could not be written down', error);
    }
    return open;
  }

  /**
   * Makes a change of refs that is over when `work` is. Its intent is written before, so that a process that ends has
   * left it, and on the disk when this returns: a machine that stops in between loses a change that nobody was told of.
   */
  async during<T>(place: ChangePlace, updates: Iterable<RefChange>, work: () => Promise<T>): Promise<T> {
    const open = await this.enter(place, updates);
    let known: Known = 'unknown';
    try {
      const result = await work();
      known = 'done';
      await open.onDisk;
      return result;
    } catch (error) {
      if (error instanceof VcsRefusal && error.code !== 'unavailable') known = 'refused';
      throw error;
    } finally {
      await this.settle(open, known);
    }
  }

  private async enter(place: ChangePlace, updates: Iterable<RefChange>): Promise<OpenChange> {
    const parts = partsOf(updates);
    if (parts.length === 0) return { intents: [], refs: [], onDisk: Promise.resolve() };
    const refs = parts.flatMap((part) => part.map(({ ref }) => ref));
    const change = timedId();
    const intents = parts.map((part) => ({ ...place, id: timedId(), at: Date.now(), change, updates: part }));
    await this.inChange.enter(place.repository.uuid, refs);
    try {
      const onDisk = this.journal.intend(intents);
      // Whoever waits for it hears of a failure; perhaps nobody does.
      onDisk.catch(() => undefined);
      return { intents, refs, onDisk };
    } catch (error) {
      this.inChange.leave(place.repository.uuid, refs);
      throw DomainError.unavailable('a change of refs could not be written down', error);
    }
  }

  /** Never fails: what cannot be seen now is settled at the next start. */
  async settle({ intents, refs }: OpenChange, known: Known): Promise<void> {
    for (const intent of intents) await this.settleOne(intent, known);
    if (intents.length) this.inChange.leave(intents[0].repository.uuid, refs);
  }

  private async settleOne(intent: Intent, known: Known): Promise<void> {
    try {
      const happened = await this.happened(intent, known);
      const outcome: Outcome = { id: intent.id, happened };
      this.journal.settled([outcome]);
      this.pass(intent, outcome);
    } catch (err) {
      log.error(
        { err, repository: intent.repository.uuid },
        'nobody knows yet what became of a change of refs',
      );
    }
  }

  private async happened({ updates, repository }: Intent, known: Known): Promise<number[]> {
    const all = [...updates.keys()];
    if (known === 'done') return all;
    const data = known === 'refused' ? undefined : this.local.open(repository)?.data;
    // A repository that is gone takes its refs with it: nobody hears of them any more.
    if (!data || !(await this.placement.holds(repository))) return [];
    const tips = await data.tips(updates.map(({ ref }) => ref));
    return all.filter((at) => tips[at] === updates[at].new);
  }

  private pass(intent: Intent, { happened }: Outcome): void {
    const keep = (): void => this.journal.kept([intent.id]);
    if (happened.length === 0) return keep();
    this.events.add({ ...intent, updates: happened.map((at) => intent.updates[at]) }, keep);
  }
}

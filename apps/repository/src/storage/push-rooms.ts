import { storageLedger, type RefusedStorage, type StorageOwner } from '@holdfast/contracts';
import { BackgroundQueue } from '@holdfast/platform/process';
import { Lease, LeasesInUse, LedgerRooms, NoRoom } from '@holdfast/platform/leases';
import { Rpc } from '@holdfast/platform/rpc';
import type { RoomAnswer, RoomQuestion } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { BytesUnderWay } from './bytes-under-way.js';
import { StorageMeter } from './storage-meter.js';

/** Of whom a transfer is: where a storage limit is over what is stored. */
interface Limited {
  readonly storage?: StorageOwner;
}

interface Room {
  directory: string;
  /** Uuid of the company. */
  company: string;
  lease: Lease;
}

/** Who waits for a measure. */
interface Waiting {
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Measures at a time, of a company one. Each directory waits once, so that all of a company may wait; those for which
 * there is no place are measured by the hour.
 */
const limits = {
  atOnce: { total: 2, each: [1] },
  waiting: { total: 100_000, each: [50_000] },
  patience: 60 * 60_000,
};

/**
 * After a measure a directory rests for so many times as long as it took, but not longer than the most (ms), and not at
 * all after a short one: many small writes to one with many files would have it be measured without end.
 */
const rest = { times: 9, most: 10_000, short: 50 };

/** The room that pushes under a storage limit hold while their objects come. */
@Injectable()
export class PushRooms {
  /** By the name of the transfer. */
  private readonly rooms = new Map<string, Room>();
  private readonly ledger: LedgerRooms<StorageOwner, RefusedStorage>;
  private readonly inUse: LeasesInUse;
  private readonly measures = new BackgroundQueue('measures of pushes', limits);
  /** The leases that end with the next measure of a directory. */
  private readonly ending = new Map<string, string[]>();
  /** Who waits for the next measure of a directory. */
  private readonly awaited = new Map<string, Waiting[]>();
  /** What waits for its measure, is measured, or rests. */
  private readonly busy = new Set<string>();

  constructor(
    rpc: Rpc,
    private readonly meter: StorageMeter,
    private readonly under: BytesUnderWay,
  ) {
    this.ledger = new LedgerRooms(rpc, 'repository', storageLedger);
    this.inUse = new LeasesInUse(this.ledger);
  }

  async room(question: RoomQuestion): Promise<RoomAnswer> {
    const { transfer, directory, bytes, size, isStored } = question;
    const { storage } = question.principal as Limited;
    if (!storage) return { held: Number.MAX_SAFE_INTEGER };
    const known = this.rooms.get(transfer);
    const { lease } = known ?? this.begin(question, storage);
    try {
      if (!known && size !== undefined) await lease.open();
      const held = await lease.reach(bytes);
      if (this.rooms.has(transfer)) this.under.came(directory, lease.id, bytes);
      return { held };
    } catch (error) {
      if (!(error instanceof NoRoom)) throw error;
      return isStored ? this.roomOfStored(question, storage, lease) : { refused: error.message };
    }
  }

  /** Whether there is room for what had some before, when all that is stored counts. */
  private async roomOfStored(
    { directory, bytes }: RoomQuestion,
    { place }: StorageOwner,
    lease: Lease,
  ): Promise<RoomAnswer> {
    await this.nextMeasure(directory, place.company);
    try {
      await lease.confirm();
      return { held: bytes };
    } catch (error) {
      if (error instanceof NoRoom) return { refused: error.message };
      throw error;
    }
  }

  /** When the directory has been measured, from now on. Rejects where it could not be. */
  private nextMeasure(directory: string, company: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.awaited.set(directory, [...(this.awaited.get(directory) ?? []), { resolve, reject }]);
      if (!this.busy.has(directory)) this.await(directory, company);
    });
  }

  /**
   * The lease ends when what the push has stored has been measured. A large directory takes long, and many small pushes
   * may end meanwhile: one more measure is for all of them.
   */
  left(transfer: string): void {
    const room = this.rooms.get(transfer);
    if (!room) return;
    this.rooms.delete(transfer);
    const { directory, company, lease } = room;
    this.ending.set(directory, [...(this.ending.get(directory) ?? []), lease.id]);
    if (!this.busy.has(directory)) this.await(directory, company);
  }

  /** Nobody will tell the end of the transfers that are under way. */
  lost(): void {
    for (const transfer of [...this.rooms.keys()]) this.left(transfer);
  }

  /** A measure of the directory waits for its turn. */
  private await(directory: string, company: string): void {
    this.busy.add(directory);
    this.measures.add({
      parties: [company],
      run: () => this.measure(directory, company),
      dropped: () => {
        this.busy.delete(directory);
        this.expire(directory, this.taken(directory));
        for (const { reject } of this.waiting(directory)) reject(new Error('too much waits to be measured'));
      },
    });
  }

  private async measure(directory: string, company: string): Promise<void> {
    const begun = performance.now();
    const ended = this.taken(directory);
    const waiting = this.waiting(directory);
    try {
      await this.meter.settle(directory, ended);
      for (const { resolve } of waiting) resolve();
    } catch (error) {
      // A round measures it again.
      this.meter.wrote(directory);
      for (const { reject } of waiting) reject(new Error('it could not be measured', { cause: error }));
      throw error;
    } finally {
      this.expire(directory, ended);
      this.rest(performance.now() - begun, () => {
        this.busy.delete(directory);
        if (this.ending.has(directory) || this.awaited.has(directory)) this.await(directory, company);
      });
    }
  }

  private rest(took: number, then: () => void): void {
    if (took < rest.short) then();
    else setTimeout(then, Math.min(rest.most, took * rest.times)).unref();
  }

  /** The leases that end with a measure of the directory; they do so once. */
  private taken(directory: string): readonly string[] {
    const ended = this.ending.get(directory) ?? [];
    this.ending.delete(directory);
    return ended;
  }

  /** Those who wait for a measure of the directory; they do so once. */
  private waiting(directory: string): readonly Waiting[] {
    const waiting = this.awaited.get(directory) ?? [];
    this.awaited.delete(directory);
    return waiting;
  }

  /** They are not renewed any more. */
  private expire(directory: string, leases: readonly string[]): void {
    this.under.end(directory, leases);
    for (const lease of leases) this.inUse.delete(lease);
  }

  private begin({ transfer, directory, size }: RoomQuestion, owner: StorageOwner): Room {
    const lease = new Lease({ hold: (id, wanted) => this.ledger.hold(owner, id, wanted) }, size);
    const room: Room = { directory, company: owner.place.company, lease };
    this.rooms.set(transfer, room);
    this.inUse.add(lease.id);
    return room;
  }
}

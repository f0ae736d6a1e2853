import { storageLedger, type RefusedStorage, type StorageOwner } from '@holdfast/contracts';
import { log } from '@holdfast/platform/observability';
import { Lease, LeasesInUse, LedgerRooms, NoRoom } from '@holdfast/platform/leases';
import { Rpc } from '@holdfast/platform/rpc';
import type { RoomAnswer, RoomQuestion } from '@holdfast/vcs-spi';
import { Injectable } from '@nestjs/common';
import { StorageMeter } from '../storage/storage-meter.js';
import type { TransferCaller } from './transfer-caller.js';

interface Room {
  directory: string;
  lease: Lease;
}

/** The room that pushes under a storage limit hold while their objects come. */
@Injectable()
export class PushRooms {
  /** By the name of the transfer. */
  private readonly rooms = new Map<string, Room>();
  private readonly ledger: LedgerRooms<StorageOwner, RefusedStorage>;
  private readonly inUse: LeasesInUse;

  constructor(
    rpc: Rpc,
    private readonly meter: StorageMeter,
  ) {
    this.ledger = new LedgerRooms(rpc, 'repository', storageLedger);
    this.inUse = new LeasesInUse(this.ledger);
  }

  async room({ transfer, directory, principal, bytes }: RoomQuestion): Promise<RoomAnswer> {
    const { storage } = principal as TransferCaller;
    if (!storage) return { held: Number.MAX_SAFE_INTEGER };
    const { lease } = this.rooms.get(transfer) ?? this.begin(transfer, directory, storage);
    try {
      return { held: await lease.reach(bytes) };
    } catch (error) {
      if (error instanceof NoRoom) return { refused: error.message };
      throw error;
    }
  }

  /** The lease ends when what the push has stored has been measured. */
  left(transfer: string): void {
    const room = this.rooms.get(transfer);
    if (!room) return;
    this.rooms.delete(transfer);
    this.meter
      .settle(room.directory, [room.lease.id])
      .catch((err: unknown) => log.warn({ err }, 'the ledger did not hear of a push'))
      .finally(() => this.inUse.delete(room.lease.id));
  }

  /** Nobody will tell the end of the transfers that are under way. */
  lost(): void {
    for (const transfer of [...this.rooms.keys()]) this.left(transfer);
  }

  private begin(transfer: string, directory: string, owner: StorageOwner): Room {
    const lease = new Lease({ hold: (id, wanted) => this.ledger.hold(owner, id, wanted) });
    const room: Room = { directory, lease };
    this.rooms.set(transfer, room);
    this.inUse.add(lease.id);
    return room;
  }
}

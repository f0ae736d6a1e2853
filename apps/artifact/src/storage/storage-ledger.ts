import {
  identityCalls,
  repositoryCalls,
  storageLedger,
  type RefusedStorage,
  type ReportStorage,
  type SettleStorage,
  type StorageOwner,
  type StorageUsage,
} from '@holdfast/contracts';
import { LedgerRooms } from '@holdfast/platform/leases';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** The ledger of the installation and the catalogue, as this service asks and tells them. */
@Injectable()
export class StorageLedger {
  readonly rooms: LedgerRooms<StorageOwner, RefusedStorage>;

  constructor(private readonly rpc: Rpc) {
    this.rooms = new LedgerRooms(rpc, 'artifact', storageLedger);
  }

  async settle(usages: StorageUsage[], ended: string[]): Promise<void> {
    await this.tell(identityCalls.settleStorage, { usages, ended } satisfies SettleStorage);
  }

  async report(usages: ReportStorage['usages']): Promise<void> {
    await this.tell(repositoryCalls.reportStorage, { usages } satisfies ReportStorage);
  }

  private async tell(subject: string, input: object): Promise<void> {
    await this.rpc.call(subject, ownContext('artifact'), input);
  }
}

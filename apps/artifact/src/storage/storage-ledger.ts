import {
  identityCalls,
  repositoryCalls,
  storageRefusal,
  type LeasedStorage,
  type LeaseStorage,
  type RenewStorage,
  type ReportStorage,
  type SettleStorage,
  type StorageOwner,
  type StorageUsage,
} from '@holdfast/contracts';
import { NoRoom, type Wanted } from '@holdfast/platform/leases';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';

/** The ledger of the installation and the catalogue, as this service asks and tells them. */
@Injectable()
export class StorageLedger {
  constructor(private readonly rpc: Rpc) {}

  /** @throws NoRoom */
  async hold(owner: StorageOwner, lease: string, wanted: Wanted): Promise<number> {
    const asked: LeaseStorage = { lease, ...owner, ...wanted };
    const answer = await this.call<LeasedStorage>(identityCalls.leaseStorage, asked);
    if ('held' in answer) return answer.held;
    throw new NoRoom(storageRefusal(answer));
  }

  async renew(leases: readonly string[]): Promise<void> {
    await this.call(identityCalls.renewStorage, { leases: [...leases] } satisfies RenewStorage);
  }

  async settle(usages: StorageUsage[], ended: string[]): Promise<void> {
    await this.call(identityCalls.settleStorage, { usages, ended } satisfies SettleStorage);
  }

  async report(usages: ReportStorage['usages']): Promise<void> {
    await this.call(repositoryCalls.reportStorage, { usages } satisfies ReportStorage);
  }

  private call<T>(subject: string, input: unknown): Promise<T> {
    return this.rpc.call<T>(subject, ownContext('artifact'), input);
  }
}

import {
  identityCalls,
  repositoryCalls,
  type LeasedStorage,
  type LeaseStorage,
  type RenewStorage,
  type ReportStorage,
  type SettleStorage,
  type StorageUsage,
} from '@holdfast/contracts';
import { NoRoom, type Wanted } from '@holdfast/platform/leases';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { FileCall } from '../artifact-file/file-call.js';

/** Whose bytes an upload adds, and the limit of their repository itself. */
export type StorageOwner = Pick<LeaseStorage, 'place' | 'limit'>;

/** Undefined: no limit of repository, project or company is over what is uploaded, and nothing has to be asked. */
export const limitedOwner = ({ principal, project, repository }: FileCall): StorageOwner | undefined => {
  const limit = repository.storageLimit;
  if (limit === undefined && (project.storageLimit ?? undefined) === undefined) return undefined;
  const place = { company: principal.company.uuid, project: project.uuid, repository: repository.uuid };
  return limit === undefined ? { place } : { place, limit };
};

/** The ledger of the installation and the catalogue, as this service asks and tells them. */
@Injectable()
export class StorageLedger {
  constructor(private readonly rpc: Rpc) {}

  /** @throws NoRoom */
  async hold(owner: StorageOwner, lease: string, wanted: Wanted): Promise<number> {
    const asked: LeaseStorage = { lease, ...owner, ...wanted };
    const answer = await this.call<LeasedStorage>(identityCalls.leaseStorage, asked);
    if ('held' in answer) return answer.held;
    throw new NoRoom(`the storage limit of the ${answer.refused} is reached (${answer.limit} bytes)`);
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

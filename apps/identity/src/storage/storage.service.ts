import {
  identityCalls,
  type KnownStorage,
  type KnownStorageAnswer,
  type LeasedStorage,
  type LeaseStorage,
  type RenewStorage,
  type SettleStorage,
  type StoragePlace,
  type StorageUsage,
} from '@holdfast/contracts';
import { DomainError, isUuid, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { LedgerStore } from './ledger.store.js';

const mostUsages = 1_000;
const mostLeases = 10_000;
const nobody = '00000000-0000-0000-0000-000000000000';

const isBytes = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isPlace = ({ company, project, repository }: StoragePlace): boolean =>
  isUuid(company) && isUuid(project) && isUuid(repository);

/** @throws DomainError `invalid`: a service asked what the contract does not have */
const demand = (holds: boolean): void => {
  if (!holds) throw DomainError.invalid({ storage: { invalid: true } });
};

/** The ledger as the services that store use it. */
@Controller()
export class StorageService {
  constructor(private readonly ledger: LedgerStore) {}

  @HandlesCall(identityCalls.leaseStorage)
  lease(_ctx: CallContext, asked: LeaseStorage): Promise<LeasedStorage> {
    const { lease, place, limit = 0, fit, hold } = asked;
    demand(isUuid(lease) && isPlace(place) && [limit, fit, hold].every(isBytes));
    return this.ledger.lease(asked);
  }

  @HandlesCall(identityCalls.renewStorage)
  renew(_ctx: CallContext, { leases }: RenewStorage): Promise<void> {
    demand(leases.length <= mostLeases && leases.every(isUuid));
    return this.ledger.renew(leases);
  }

  /** Leases end last: until then their bytes count twice and never not at all. */
  @HandlesCall(identityCalls.settleStorage)
  async settle(_ctx: CallContext, { usages, ended = [] }: SettleStorage): Promise<void> {
    demand(usages.length <= mostUsages && usages.every(isUsage));
    demand(ended.length <= mostLeases && ended.every(isUuid));
    for (const [company, each] of byCompany(usages)) await this.ledger.settle(company, each);
    if (ended.length > 0) await this.ledger.end(ended);
  }

  @HandlesCall(identityCalls.knownStorage)
  async known(_ctx: CallContext, { after = nobody }: KnownStorage): Promise<KnownStorageAnswer> {
    demand(isUuid(after));
    const places = await this.ledger.known(after, mostUsages);
    return { places, more: places.length === mostUsages };
  }
}

const isUsage = (usage: StorageUsage): boolean =>
  isPlace(usage) && isBytes(usage.bytes) && isBytes(usage.version);

/** The newest of each repository, by company. */
const byCompany = (usages: readonly StorageUsage[]): Map<string, StorageUsage[]> => {
  const newest = new Map<string, StorageUsage>();
  for (const usage of usages) {
    const known = newest.get(usage.repository);
    if (!known || known.version <= usage.version) newest.set(usage.repository, usage);
  }
  const companies = new Map<string, StorageUsage[]>();
  for (const usage of newest.values())
    companies.set(usage.company, [...(companies.get(usage.company) ?? []), usage]);
  return companies;
};

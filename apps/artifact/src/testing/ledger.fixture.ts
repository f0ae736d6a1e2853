import {
  identityCalls,
  type LeasedStorage,
  type LeaseStorage,
  type SettleStorage,
} from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';

/** What identity keeps of storage, for one owner with one limit. A lease gets what there is of what it wants. */
export class LedgerFixture {
  /** Bytes that are held, by lease. */
  readonly leases = new Map<string, number>();
  readonly usage = new Map<string, { bytes: number; version: number }>();
  /** Subjects of the calls. */
  readonly asked: string[] = [];
  /** What leases had to have at the least. */
  readonly fits: number[] = [];
  /** Nobody answers. */
  away = false;
  /** Done before a lease is given. */
  before: () => Promise<unknown> = () => Promise.resolve();

  constructor(
    private readonly owner: 'project' | 'repository',
    public limit = Infinity,
  ) {}

  async answer(subject: string, input: unknown): Promise<unknown> {
    this.asked.push(subject);
    if (this.away) throw DomainError.unavailable('away');
    if (subject === identityCalls.settleStorage) return this.settle(input as SettleStorage);
    if (subject !== identityCalls.leaseStorage) return undefined;
    const wanted = input as LeaseStorage;
    this.fits.push(wanted.fit);
    await this.before();
    return this.lease(wanted);
  }

  /** Bytes that are stored. */
  get used(): number {
    return [...this.usage.values()].reduce((sum, { bytes }) => sum + bytes, 0);
  }

  private lease({ lease, fit, hold }: LeaseStorage): LeasedStorage {
    const others = [...this.leases].reduce((sum, [name, bytes]) => (name === lease ? sum : sum + bytes), 0);
    const room = this.limit - this.used - others;
    if (fit > room) return { refused: this.owner, limit: this.limit };
    const held = Math.min(hold, room);
    this.leases.set(lease, held);
    return { held };
  }

  private settle({ usages, ended = [] }: SettleStorage): void {
    for (const { repository, bytes, version } of usages)
      if (version > (this.usage.get(repository)?.version ?? -1))
        this.usage.set(repository, { bytes, version });
    for (const lease of ended) this.leases.delete(lease);
  }
}

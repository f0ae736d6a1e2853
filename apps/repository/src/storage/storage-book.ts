import {
  identityCalls,
  type KnownStorage,
  type KnownStorageAnswer,
  type SettleStorage,
  type StoragePlace,
} from '@holdfast/contracts';
import { ownContext, Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { RepositoryStorageStore, type Measured } from './repository-storage.store.js';

const nobody = '00000000-0000-0000-0000-000000000000';
const atOnce = 1_000;

/** Carries what repositories store into the catalogue and from there into identity's ledger. */
@Injectable()
export class StorageBook {
  constructor(
    private readonly store: RepositoryStorageStore,
    private readonly rpc: Rpc,
  ) {}

  /**
   * At most 1,000 measures; `ended` are leases whose bytes are in them. Repeatable, and to be repeated when it fails.
   */
  async record(measured: readonly Measured[], ended: readonly string[] = []): Promise<void> {
    await this.store.note(measured);
    const usages = await this.store.of(measured.map(({ repository }) => repository));
    await this.settle({ usages, ended: [...ended] });
  }

  /** Repositories that are no more. */
  async forget(places: readonly StoragePlace[]): Promise<void> {
    await this.settle({ usages: places.map((place) => ({ ...place, bytes: 0, version: 0, gone: true })) });
  }

  /** Tells the ledger all that the catalogue knows, and takes out of it what the catalogue does not have. */
  async compare(): Promise<void> {
    for (let at: string | undefined = nobody; at !== undefined;) {
      const usages = await this.store.after(at, atOnce);
      if (usages.length > 0) await this.settle({ usages });
      at = usages.length < atOnce ? undefined : usages[atOnce - 1].repository;
    }
    for (let asked: KnownStorage | undefined = {}; asked;) {
      const { places, more } = await this.known(asked);
      const present = new Set((await this.store.of(places.map(repositoryOf))).map(repositoryOf));
      const gone = places.filter(({ repository }) => !present.has(repository));
      if (gone.length > 0) await this.forget(gone);
      asked = more ? { after: places[places.length - 1].repository } : undefined;
    }
  }

  private known(asked: KnownStorage): Promise<KnownStorageAnswer> {
    return this.rpc.call(identityCalls.knownStorage, ownContext('repository'), asked);
  }

  private async settle(told: SettleStorage): Promise<void> {
    await this.rpc.call(identityCalls.settleStorage, ownContext('repository'), told);
  }
}

const repositoryOf = ({ repository }: { repository: string }): string => repository;

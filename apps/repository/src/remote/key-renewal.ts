import { log } from '@holdfast/platform/observability';
import { Rounds } from '@holdfast/platform/process';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { keysIn } from './key-file.js';
import { RemoteStore } from './remote.store.js';
import { SealedSecrets } from './sealed-secrets.js';

/** Milliseconds between two looks at the file. */
const every = 10_000;
/** So many rows are read at a time. */
const most = 500;
/** Before all uuids. */
const first = '00000000-0000-0000-0000-000000000000';

/** The file with the keys that seal passwords of remotes. */
export class RemoteKeyPlace {
  constructor(readonly path: string) {}
}

/**
 * Reads the keys again while the process runs, and seals anew what another key than the first has sealed: so a key can
 * be replaced without a restart. Each node does it for all, since each learns of the keys at a time of its own.
 */
@Injectable()
export class KeyRenewal implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly looks = new Rounds(every, () => this.look(), 'passwords of remotes are sealed anew later');
  /** What was sealed by others is to be looked for. */
  private isDue = true;
  private problem: string | undefined;

  constructor(
    private readonly secrets: SealedSecrets,
    private readonly store: RemoteStore,
    private readonly place: RemoteKeyPlace,
  ) {}

  onApplicationBootstrap(): void {
    this.looks.begin();
  }

  onModuleDestroy(): Promise<void> {
    return this.looks.end();
  }

  /** Takes the keys that are in the file by now, and seals by the first what is not. Open to tests. */
  async look(): Promise<void> {
    await this.read();
    if (!this.isDue) return;
    await this.sealAnew();
    this.isDue = false;
  }

  /** A file that is wrong, as one that is being written, changes nothing; it is told once. */
  private async read(): Promise<void> {
    try {
      if (this.secrets.use(await keysIn(this.place.path))) this.isDue = true;
      this.problem = undefined;
    } catch (err) {
      const problem = String(err);
      if (problem !== this.problem)
        log.error({ err }, 'the keys for passwords of remotes cannot be read again');
      this.problem = problem;
    }
  }

  private async sealAnew(): Promise<void> {
    const { store, secrets } = this;
    const told = { sealed: 0, unknown: 0 };
    for (let after = first; ;) {
      const rows = await store.sealedOtherwise(secrets.mark, after, most);
      for (const row of rows) {
        const text = row.secret === null ? undefined : secrets.open(row.secret, row.repository);
        if (text === undefined) told.unknown += 1;
        else {
          await store.replaceSecret(row, secrets.seal(text, row.repository));
          told.sealed += 1;
        }
      }
      const last = rows.at(-1);
      if (!last) break;
      after = last.repository;
    }
    if (told.sealed + told.unknown > 0) log.info(told, 'passwords of remotes were sealed anew');
  }
}

import { limitedOwner } from '@holdfast/contracts';
import { Lease, LeasesInUse, NoRoom, type RoomKeeper } from '@holdfast/platform/leases';
import { Inject, Injectable } from '@nestjs/common';
import { artifactEnv, type ArtifactEnv } from '../artifact.env.js';
import type { FileCall } from '../artifact-file/file-call.js';
import { StorageLedger } from './storage-ledger.js';
import { StorageReports } from './storage-reports.js';
import { StagingLeaseStore } from './staging-lease.store.js';

/** One of the limits over an upload, as far as the upload deals with it. */
interface Share {
  lease: Lease;
  inUse: LeasesInUse;
  /** Gives back what the lease held; what was stored is counted from then on. */
  end(): Promise<void>;
}

/** What cannot be given back now expires. */
const giveBack = (share: Share): Promise<void> => share.end().catch(() => undefined);

/** Room for uploads, under the limit of the installation and under those of company, project and repository. */
@Injectable()
export class UploadRooms {
  private readonly ofInstallation: LeasesInUse;
  private readonly ofLedger: LeasesInUse;

  constructor(
    private readonly staging: StagingLeaseStore,
    private readonly ledger: StorageLedger,
    private readonly reports: StorageReports,
    @Inject(artifactEnv) private readonly env: ArtifactEnv,
  ) {
    this.ofInstallation = new LeasesInUse(staging);
    this.ofLedger = new LeasesInUse(ledger.rooms);
  }

  /**
   * Room for an upload of this length, where it is known. It is not renewed before it is used: one that never is goes
   * back by itself. `ahead`: so many bytes of it are held before they come, a few if nothing is said. @throws NoRoom
   */
  async open(call: FileCall, length: number | undefined, ahead?: number): Promise<UploadRoom> {
    const shares = [this.installation(length), this.owner(call, length)].filter(
      (share) => share !== undefined,
    );
    const opened: Share[] = [];
    try {
      for (const share of shares) {
        await share.lease.open(ahead);
        opened.push(share);
      }
    } catch (error) {
      await Promise.all(opened.map(giveBack));
      throw error;
    }
    return new UploadRoom(shares, () => this.reports.note(call.repository.uuid));
  }

  private installation(length: number | undefined): Share | undefined {
    const limit = this.env.storageLimit;
    if (limit === undefined) return undefined;
    const keeper: Pick<RoomKeeper, 'hold'> = {
      hold: async (lease, wanted) => {
        const held = await this.staging.hold(lease, limit, wanted);
        if (held === undefined) throw new NoRoom('the storage limit of this installation is reached');
        return held;
      },
    };
    const lease = new Lease(keeper, length);
    return { lease, inUse: this.ofInstallation, end: () => this.staging.end(lease.id) };
  }

  private owner(call: FileCall, length: number | undefined): Share | undefined {
    const owner = limitedOwner(call.principal.company, call.project, call.repository);
    if (!owner) return undefined;
    const lease = new Lease({ hold: (id, wanted) => this.ledger.rooms.hold(owner, id, wanted) }, length);
    return { lease, inUse: this.ofLedger, end: () => this.reports.settle(owner, [lease.id]) };
  }
}

/** The room of one upload. */
export class UploadRoom {
  constructor(
    private readonly shares: readonly Share[],
    private readonly ended: () => void,
  ) {}

  /** Carries out an upload within the room, and gives back afterwards what it did not use. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    for (const { lease, inUse } of this.shares) inUse.add(lease.id);
    try {
      return await work();
    } finally {
      this.ended();
      for (const share of this.shares) {
        share.inUse.delete(share.lease.id);
        await giveBack(share);
      }
    }
  }

  /** The same bytes, each once there is room for it; throws NoRoom in between. */
  metered(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.shares.length === 0 ? body : this.reaching(body);
  }

  private async *reaching(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of body) {
      bytes += piece.length;
      for (const { lease } of this.shares) await lease.reach(bytes);
      yield piece;
    }
  }
}

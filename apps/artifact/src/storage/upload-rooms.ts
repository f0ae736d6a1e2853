import { limitedOwner } from '@holdfast/contracts';
import { Lease, LeasesInUse, NoRoom, type RoomKeeper } from '@holdfast/platform/leases';
import { Inject, Injectable } from '@nestjs/common';
import { artifactEnv, type ArtifactEnv } from '../artifact.env.js';
import type { FileCall } from '../artifact-file/file-call.js';
import { Replacements, type Replacement } from './replacements.js';
import { StorageLedger } from './storage-ledger.js';
import { StorageReports } from './storage-reports.js';
import { StagingLeaseStore } from './staging-lease.store.js';

/** An upload as far as it needs room. */
export interface UploadSize {
  /** Bytes of its body; undefined where that is not known. */
  length: number | undefined;
  /** So many bytes are held before they come; a few if nothing is said. */
  ahead?: number;
  /** Bytes of the file that is at its path: they are stored no more when it is. */
  replaces?: number;
  /** What is stored grows by `length`, and nothing lies beside it before: of no bytes no room is asked for. */
  inPlace?: boolean;
}

/** One of the limits over an upload, as far as the upload deals with it. */
interface Share {
  lease: Lease;
  inUse: LeasesInUse;
  /** It is under the limits of company, project or repository, not under that of the installation. */
  isOwners: boolean;
  /** Bytes of the upload that take no room: as many go when they are stored. */
  free: number;
  /** Gives back what the lease held; what was stored is counted from then on. */
  end(): Promise<void>;
}

/** What cannot be given back now expires. */
const giveBack = (share: Share): Promise<void> => share.end().catch(() => undefined);

/**
 * Room for uploads, under the limit of the installation and under those of company, project and repository. The first
 * is for all that is on the disk. The others are for what is stored: an upload takes as much as its file grows. Else
 * nobody could replace a file, or send it once more, where there is little room. Until they are stored the other bytes
 * lie beside the file that they replace, so of each file one upload at a time has that for nothing: what an owner has
 * on the disk besides is never more than what he has stored.
 */
@Injectable()
export class UploadRooms {
  private readonly ofInstallation: LeasesInUse;
  private readonly ofLedger: LeasesInUse;
  private readonly replacing = new Replacements();

  constructor(
    private readonly staging: StagingLeaseStore,
    private readonly ledger: StorageLedger,
    private readonly reports: StorageReports,
    @Inject(artifactEnv) private readonly env: ArtifactEnv,
  ) {
    this.ofInstallation = new LeasesInUse(staging);
    this.ofLedger = new LeasesInUse(ledger.rooms);
  }

  /** It is not renewed before it is used: one that never is goes back by itself. @throws NoRoom */
  async open(
    call: FileCall,
    { length, ahead, replaces = 0, inPlace = false }: UploadSize,
  ): Promise<UploadRoom> {
    const replacement = replaces > 0 ? this.replacing.begin(call) : undefined;
    const free = replacement ? replaces : 0;
    const shares = [this.installation(length), this.owner(call, length, free)].filter(
      (share) => share !== undefined,
    );
    const opened: Share[] = [];
    const needs = ({ free }: Share): boolean =>
      free === 0 ? !(inPlace && length === 0) : length !== undefined && length > free;
    try {
      for (const share of shares) {
        if (needs(share)) await share.lease.open(ahead);
        opened.push(share);
      }
    } catch (error) {
      replacement?.end();
      await Promise.all(opened.map(giveBack));
      throw error;
    }
    return new UploadRoom(shares, replacement, {
      ended: () => this.reports.note(call.repository.uuid),
      limits: limitsOf(call),
      owner: (now) => this.owner(now, length, free),
    });
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
    return {
      lease,
      inUse: this.ofInstallation,
      isOwners: false,
      free: 0,
      end: () => this.staging.end(lease.id),
    };
  }

  private owner(call: FileCall, length: number | undefined, free: number): Share | undefined {
    const owner = limitedOwner(call.principal.company, call.project, call.repository);
    if (!owner) return undefined;
    const more = length === undefined ? undefined : Math.max(0, length - free);
    const lease = new Lease({ hold: (id, wanted) => this.ledger.rooms.hold(owner, id, wanted) }, more);
    return {
      lease,
      inUse: this.ofLedger,
      isOwners: true,
      free,
      end: () => this.reports.settle(owner, [lease.id]),
    };
  }
}

/** The limits of its owner, to be compared. Which of them is the least is known where it is kept. */
const limitsOf = ({ project, repository }: Pick<FileCall, 'project' | 'repository'>): string =>
  JSON.stringify([repository.storageLimit ?? null, project.storageLimit ?? null]);

/** What the room of an upload is made of anew. */
interface RoomParts {
  ended: () => void;
  /** With which it was opened. */
  limits: string;
  owner: (now: FileCall) => Share | undefined;
}

/** The room of one upload. */
export class UploadRoom {
  constructor(
    private shares: readonly Share[],
    private readonly replacement: Replacement | undefined,
    private readonly parts: RoomParts,
  ) {}

  get isLimited(): boolean {
    return this.shares.length > 0;
  }

  /** Carries out an upload within the room, and gives back afterwards what it did not use. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.replacement?.use();
    for (const { lease, inUse } of this.shares) inUse.add(lease.id);
    try {
      return await work();
    } finally {
      this.replacement?.end();
      this.parts.ended();
      for (const share of this.shares) {
        share.inUse.delete(share.lease.id);
        await giveBack(share);
      }
    }
  }

  /**
   * Takes room for so many bytes under the limits that there are now, where they are others than at its beginning.
   * Until then it had as much as those gave, or all where there was none. @throws NoRoom
   */
  async moveTo(now: FileCall, bytes: number): Promise<void> {
    if (limitsOf(now) === this.parts.limits) return;
    const former = this.shares.filter(({ isOwners }) => isOwners);
    for (const share of former) {
      share.inUse.delete(share.lease.id);
      await giveBack(share);
    }
    const own = this.parts.owner(now);
    this.shares = [...this.shares.filter(({ isOwners }) => !isOwners), ...(own ? [own] : [])];
    if (!own) return;
    own.inUse.add(own.lease.id);
    if (bytes > own.free) await own.lease.reach(bytes - own.free);
  }

  /**
   * Makes sure that there is room for so many bytes more than are stored now: what is replaced may be another file, or
   * none, by the time it is. @throws NoRoom
   */
  async grow(bytes: number): Promise<void> {
    // Those that took room for all of it have it, and may take none while a transaction is open.
    for (const { lease, free } of this.shares) if (free > 0 && bytes > 0) await lease.reach(bytes);
  }

  /** Makes sure that there is room for so many bytes in all, before a transaction is open. @throws NoRoom */
  async reach(bytes: number): Promise<void> {
    for (const { lease, free } of this.shares) if (bytes > free) await lease.reach(bytes - free);
  }

  /** The same bytes, each once there is room for it; throws NoRoom in between. */
  metered(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return this.shares.length === 0 ? body : this.reaching(body);
  }

  private async *reaching(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const piece of body) {
      bytes += piece.length;
      await this.reach(bytes);
      yield piece;
    }
  }
}

import { checksumAlgorithms, type Checksums } from '@holdfast/artifact-spi';
import { StagedGone, type BlobStore, type StagedBlob } from '@holdfast/blob-spi';
import type { FileAnswer } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { leaseStep } from '@holdfast/platform/leases';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { DoomedBlobStore } from '../artifact-file/doomed-blob.store.js';
import { FileStore, type Situation } from '../artifact-file/file.store.js';
import { HeldChecksumStore } from '../artifact-file/held-checksum.store.js';
import { IndexEvents } from '../artifact-file/index-events.js';
import { blobLock, locksOf, placeOf } from '../artifact-file/place.js';
import { uploadedBit } from '../artifact-file/stored-file.js';
import { blobStore } from '../blob-stores.js';
import { lockedTransaction } from '../database/locked-transaction.js';
import { done, refuse } from '../serve/answer.js';
import { firstMismatch } from './expected-digests.js';
import { judgePut, type Incoming, type PutVerdict } from './put.rules.js';
import { UploadRooms, type UploadRoom } from '../storage/upload-rooms.js';
import { stagedBody } from './staged-body.js';
import type { BodilessUpload, Recheck, UploadCall, UploadSteps } from './upload-call.js';

/**
 * The gateway discards what it has staged when its client goes away: then the upload has broken off, as its body may.
 */
const brokenOff = (error: unknown): never => {
  if (!(error instanceof StagedGone)) throw error;
  throw Object.assign(new Error('the client went away', { cause: error }), { code: 'ECONNRESET' });
};

const fullRefusal = 'the storage is full';

/** Checksums that came before the file and hold for it: it counts as if they had come after it. */
const uploadedBits = ({ held }: Situation): number =>
  checksumAlgorithms
    .filter((algorithm) => held[algorithm] !== undefined)
    .reduce((bits, algorithm) => bits | uploadedBit(algorithm), 0);

/** Uploads of files: staged while they come, then committed under the lock of their path. */
@Injectable()
export class FileUpload {
  constructor(
    private readonly source: DataSource,
    private readonly files: FileStore,
    private readonly held: HeldChecksumStore,
    private readonly doomed: DoomedBlobStore,
    private readonly rooms: UploadRooms,
    private readonly events: IndexEvents,
    @Inject(blobStore) private readonly blobs: BlobStore,
  ) {}

  /** `recheck`: for what is stored without a body. */
  async prepare(call: UploadCall, recheck: Recheck): Promise<FileAnswer | UploadSteps | BodilessUpload> {
    if (call.request.headers['x-checksum-deploy']?.trim().toLowerCase() === 'true')
      return this.byDigest(call, recheck);
    const situation = await this.files.look(call.kind, placeOf(call.repository.uuid, call.path));
    const { length: size, expected: checksums } = call;
    const verdict = this.judge(call, situation, size === undefined ? { checksums } : { size, checksums });
    if (verdict.is === 'refused') return refuse(verdict.status, verdict.reason);
    if (size !== undefined && size > (await this.blobs.free())) return refuse(507, fullRefusal);
    const room = await this.rooms.open(call, { length: size, replaces: situation.file?.size });
    return {
      receive: (body, again) =>
        room.during(() => this.store(call, room, () => this.blobs.stage(room.metered(body)), again)),
      ...((await this.mayStage(call)) && {
        adopt: (body, again) =>
          room.during(() => this.store(call, room, () => this.adopted(room, body), again)).catch(brokenOff),
      }),
    };
  }

  /** What the gateway has staged: all of it has come, and nothing of it has been metered. */
  private async adopted(room: UploadRoom, body: AsyncIterable<Uint8Array>): Promise<StagedBlob> {
    const staged = this.blobs.adopt(await stagedBody(body));
    try {
      await room.reach(staged.size);
      return staged;
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  private get removalsLinger(): boolean {
    return this.blobs.removalLingers !== undefined;
  }

  /** A file of one step of a lease, from a gateway whose staged files this process can take. */
  private async mayStage({ length, request: { stagesAt } }: UploadCall): Promise<boolean> {
    if (length === undefined || length > leaseStep || stagesAt === undefined) return false;
    return this.blobs.reaches(stagesAt);
  }

  private judge(call: UploadCall, situation: Situation, incoming: Incoming): PutVerdict {
    const { kind, repository, path, request } = call;
    const mutable = kind.isMutable(path, { redeploy: repository.redeploy ?? false });
    return judgePut(situation, {
      mutable,
      refusedAsOther: kind.refusedAsOther(path),
      refusedAsNew: kind.refusedAsNew(path, new Date()),
      conditions: request.headers,
      incoming,
    });
  }

  private async store(
    call: UploadCall,
    room: UploadRoom,
    stage: () => Promise<StagedBlob>,
    recheck: Recheck,
  ): Promise<FileAnswer> {
    const staged = await stage();
    try {
      if (call.length !== undefined && call.length !== staged.size)
        return refuse(400, 'the body does not have the declared length');
      const wrong = firstMismatch(call.expected, staged.digests);
      if (wrong !== undefined) return refuse(409, `the bytes do not have the declared ${wrong}`);
      await staged.prepare?.();
      if (this.removalsLinger) await this.doomed.over(staged.digests.sha256);
      const now = await recheck();
      if ('is' in now) return now;
      await room.moveTo({ ...call, ...now }, staged.size);
      return await this.commit(call, room, staged, recheck);
    } finally {
      await staged.discard();
    }
  }

  /**
   * Refuses or stores at one instant: all rules are asked again while nobody else can change the path, and for which
   * others may have been waited.
   */
  private async commit(
    call: UploadCall,
    room: UploadRoom,
    staged: Pick<StagedBlob, 'size' | 'digests' | 'publish'>,
    recheck: Recheck,
  ): Promise<FileAnswer> {
    const { kind, repository, principal } = call;
    const place = placeOf(repository.uuid, call.path);
    const { size, digests: checksums } = staged;
    const locks = [...locksOf(place), blobLock(checksums.sha256, false)];
    const store = async (tx: EntityManager): Promise<FileAnswer> => {
      // Its client has been told that it failed, and may have stored something else there since.
      if (call.deadline !== undefined && call.deadline <= Date.now())
        throw DomainError.unavailable('other changes took too long');
      const now = await recheck();
      if ('is' in now) return now;
      const account = principal.account.uuid;
      const situation = await this.files.lookLocked(tx, kind, place, account);
      const verdict = this.judge({ ...call, repository: now.repository }, situation, {
        size,
        checksums,
        isWhole: true,
      });
      if (verdict.is === 'refused') {
        if (verdict.dropHeld) await this.held.drop(tx, place, account);
        return refuse(verdict.status, verdict.reason);
      }
      const unchanged = verdict.is === 'unchanged';
      if (unchanged && (await this.blobs.has(checksums.sha256))) return done(204);
      await room.grow(size - (situation.file?.size ?? 0));
      if (this.removalsLinger) await this.doomed.refuseDoomed(tx, checksums.sha256);
      await staged.publish();
      if (unchanged) return done(204);
      const uploaded = uploadedBits(situation);
      await this.files.store(tx, kind, place, situation, { size, checksums, uploaded, account });
      return done(verdict.is === 'new' ? 201 : 204);
    };
    return this.events.around(kind, repository.uuid, call.path, () =>
      lockedTransaction(this.source, locks, store, call),
    );
  }

  /**
   * `X-Checksum-Deploy`: stores bytes by their digest, without a body, if this repository has them already: other
   * repositories are not asked, for the caller might not read them.
   */
  private async byDigest(call: UploadCall, recheck: Recheck): Promise<FileAnswer | BodilessUpload> {
    const { sha256 } = call.expected;
    const copy = sha256 === undefined ? undefined : await this.files.copyOf(call.repository.uuid, sha256);
    if (!copy || firstMismatch(call.expected, copy.checksums) !== undefined)
      return refuse(404, 'this repository does not have the bytes of this digest');
    const { size, checksums: digests } = copy;
    const { file } = await this.files.look(call.kind, placeOf(call.repository.uuid, call.path));
    const staged = { size, digests, publish: () => this.present(digests) };
    return {
      store: async (deadline) => {
        const now = await recheck();
        if ('is' in now) return now;
        // All of it is stored at one moment: none of it comes while more could be asked for.
        const room = await this.rooms.open(
          { ...call, ...now },
          { length: size, ahead: size, replaces: file?.size },
        );
        return room.during(() => this.commit({ ...call, deadline }, room, staged, recheck));
      },
    };
  }

  private async present({ sha256 }: Checksums): Promise<void> {
    if (!(await this.blobs.has(sha256))) throw new Error('the bytes were removed meanwhile');
  }
}

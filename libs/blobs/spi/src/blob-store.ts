import type { Readable } from 'node:stream';

/** Lower-case hex digests of one content; `sha256` is also its name in a store. */
export interface BlobDigests {
  readonly md5: string;
  readonly sha1: string;
  readonly sha256: string;
  readonly sha512: string;
}

/** A part of a content, in bytes. */
export interface BlobRange {
  readonly offset: number;
  readonly length: number;
}

/** Bytes that one process has staged, as it names them to another that uses the same store. */
export interface StagedElsewhere {
  readonly name: string;
  readonly size: number;
  readonly digests: BlobDigests;
}

/**
 * Bytes that are durable but not yet a blob. Exactly one of `publish` and `discard` ends it; a `discard` after a
 * `publish` does nothing, so that it may stand in a `finally`.
 */
export interface StagedBlob extends StagedElsewhere {
  /**
   * Does beforehand what takes long when it is published, so that it can be published under a lock. The blob may be
   * readable from then on; nothing keeps a sweep from it. Absent: nothing takes long. Throws StorageFull, StagedGone.
   */
  prepare?(): Promise<void>;
  /**
   * Makes the blob readable under its digest, at once and durably; the same content may be there already. Repeatable:
   * whoever has let go meanwhile of what kept a sweep from the blob asks again. Throws StorageFull, and StagedGone,
   * also where the blob was removed since.
   */
  publish(): Promise<void>;
  discard(): Promise<void>;
}

export interface SweepOptions {
  /** Blobs younger than this stay, whoever refers to them; milliseconds. */
  readonly olderThan: number;
  /** Answers which of these digests nobody refers to. */
  unreferenced(digests: readonly string[]): Promise<readonly string[]>;
  /**
   * Removes one blob while keeping new references away, or leaves it if it has one meanwhile; tells which. `lingers`:
   * `removalLingers` of the store where the blob lies.
   */
  remove(digest: string, unlink: () => Promise<void>, lingers?: number): Promise<boolean>;
  /** Ends the sweep early: what it has not looked at yet stays. */
  readonly signal?: AbortSignal | undefined;
}

export interface SweepReport {
  readonly seen: number;
  readonly removed: number;
  /** Unfinished uploads of processes that are no more. */
  readonly staged: number;
}

/**
 * Whose the blobs of a store are, as is noted in it. A store takes blobs of everybody who has it; but nobody removes
 * any that are not his, since he does not know who refers to them.
 */
export interface StoreOwner {
  /** Undefined: nobody's yet. */
  known(): Promise<string | undefined>;
  /** Notes an owner (at most 64 characters of ASCII) unless there is one. Answers whose they are then. */
  claim(owner: string): Promise<string>;
  /** They are of who claims them next. */
  forget(): Promise<void>;
  /** Whether there are neither blobs nor an owner. */
  isUnused(): Promise<boolean>;
}

/** What the answer at an address of the store says besides its bytes. */
export interface SignedAnswer {
  /** Media type. */
  readonly type: string;
  /** As which file a browser keeps it. */
  readonly fileName: string;
  /** So long the address opens it (s); what has begun by then goes on. */
  readonly seconds: number;
}

/** Where blobs can be read. */
export interface BlobReader {
  /** A stream of the range; throws BlobMissing. */
  open(digest: string, range: BlobRange): Promise<Readable>;
  has(digest: string): Promise<boolean>;
  /**
   * An address of the store itself, at which whoever knows it reads the whole blob by GET. Undefined: it is not there,
   * or nobody reads it but by this process.
   */
  signed?(digest: string, answer: SignedAnswer): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Content by SHA-256. Any number of processes may use one store. */
export interface BlobStore extends BlobReader {
  /**
   * Takes in a body, hashing as it comes, until it is durable. If the source fails, or more than `limit` bytes come,
   * nothing is left of it. A piece must stay as it is until then. Throws TooLarge, StorageFull, or what the source
   * threw.
   */
  stage(source: AsyncIterable<Uint8Array>, options?: { readonly limit?: number }): Promise<StagedBlob>;
  /**
   * Milliseconds for which a removal that was not answered may still take effect; absent: one that has failed never
   * does. Who removes a blob of such a store keeps new references away for so long.
   */
  readonly removalLingers?: number;
  /** The place where this process stages, as it is told to others that use the same store. */
  readonly stagesAt: string;
  readonly owner: StoreOwner;
  /** Whether this process can adopt what is staged at a place; false where it is none of this store. */
  reaches(stagesAt: string): Promise<boolean>;
  /**
   * Takes over what another process has staged and does not end itself then. Its digests are believed. Throws where the
   * name is none; `publish` throws StagedGone where nothing has it, or the other process has discarded it.
   */
  adopt(staged: StagedElsewhere): StagedBlob;
  /** The whole of a small blob of known size in one read; throws BlobMissing. */
  read(digest: string, size: number): Promise<Buffer>;
  /** Removes a blob; it may be absent. */
  delete(digest: string): Promise<void>;
  /** Absolute path of the blob's file for processes that share the disk; undefined for stores that have none. */
  locate(digest: string): string | undefined;
  /** Bytes that can still be stored; less than 0 where some of what the store keeps free is taken. */
  free(): Promise<number>;
  /** Throws where the store does not answer. */
  check(): Promise<void>;
  /** Removes blobs that nobody refers to, and what dead processes have staged. */
  sweep(options: SweepOptions): Promise<SweepReport>;
}

/** How a move of blobs, or a check of them, stands. */
export type BlobMoveState = 'running' | 'done' | 'failed' | 'stopped';

/** `checks`: nothing is moved; what is in the store is read, and compared with its digests. */
export interface AskBlobMove {
  checks: boolean;
}

/** A move of all blobs into one store, or a check of them, as the operator sees it. */
export interface BlobMoveLine {
  uuid: string;
  checks: boolean;
  /** The store to which they go, or which is checked: its address, or `disk`. */
  target: string;
  /** The store from which they go; null for a check. */
  former: string | null;
  state: BlobMoveState;
  /** Of this pass, 0 to 100. */
  percent: number;
  /** From 1: what is referred to is looked through until nothing was missing. */
  pass: number;
  /** Blobs that this pass has looked at. */
  seen: number;
  /** Blobs that were copied in all passes, or that a check has read, and their bytes. */
  copied: number;
  bytes: number;
  /** Blobs of this pass of which the content is nowhere as it should be, and the first of them in words. */
  faults: number;
  lines: string[];
  /** For what it waits, in one line; '' while it goes on. */
  waits: string;
  /** Why it has failed, in one line. */
  error: string | null;
  asked_at: string;
  ended_at: string | null;
}

/** Null: none was asked for yet. */
export interface KnownBlobMove {
  move: BlobMoveLine | null;
}

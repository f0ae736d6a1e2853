import type { BlobDigests } from '../blob-store.js';

/** Asks the thread to write `length` bytes of shared memory, from `start` on, to a file and to hash them. */
export interface UploadPart {
  readonly upload: number;
  readonly fd: number;
  readonly bytes: ArrayBufferLike;
  readonly start: number;
  readonly length: number;
  /** Offset in the file. */
  readonly position: number;
  /** The last one: answer the digests of all parts. */
  readonly last: boolean;
}

/** What became of a part. */
export interface PartAnswer {
  readonly digests?: BlobDigests;
  /** It could not be written. */
  readonly error?: { readonly code?: string; readonly message: string };
}

/** Parts of several uploads are answered together; those of one upload in the order of the questions. */
export type WritingAnswer = readonly { readonly upload: number; readonly answer: PartAnswer }[];

/** `over`: no more parts of this upload come; there is no answer. */
export type WritingQuestion = UploadPart | { readonly over: number };

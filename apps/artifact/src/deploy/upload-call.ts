import type { Checksums, PathClass } from '@holdfast/artifact-spi';
import { TooLarge } from '@holdfast/blob-spi';
import type { FileAnswer } from '@holdfast/contracts';
import type { FileCall } from '../artifact-file/file-call.js';

/** A PUT as its head tells it. */
export interface UploadCall extends FileCall {
  readonly what: PathClass;
  /** Bytes; undefined for a body in chunks. */
  readonly length?: number;
  /** Digests that the client declares. */
  readonly expected: Partial<Checksums>;
  /** Until when its client waits, where what it has sent is known before it is stored (ms since the epoch). */
  readonly deadline?: number;
}

/** The repository and the project by whose settings and limits something is to be stored. */
export type DeployPlace = Pick<FileCall, 'repository' | 'project'>;

/**
 * They as they are now, or why an upload may not be stored any more. To be asked when its bytes have come, and again
 * when nothing is left that it has to wait for.
 */
export type Recheck = () => Promise<DeployPlace | FileAnswer>;

/** Takes a body in and stores it. A body that does not end in order throws. */
export type UploadStep = (body: AsyncIterable<Uint8Array>, recheck: Recheck) => Promise<FileAnswer>;

/** The ways in which a body comes. */
export interface UploadSteps {
  readonly receive: UploadStep;
  /** The body names what the gateway has staged; absent where it may not. */
  readonly adopt?: UploadStep;
}

/** What is stored without a body, outside of the turn in which it was decided: it may wait for others at its path. */
export interface BodilessUpload {
  /** @throws DomainError `unavailable` where it would be stored after the deadline */
  readonly store: (deadline: number) => Promise<FileAnswer>;
}

/** The whole of a small body; throws TooLarge. */
export const collect = async (body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > limit) throw new TooLarge(limit);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

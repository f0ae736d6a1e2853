import type { BlobStore } from '@holdfast/blob-spi';
import { artifactKinds } from '@holdfast/contracts/artifact-kinds';
import { vcsKinds } from '@holdfast/contracts/vcs-kinds';
import type { Rpc } from '@holdfast/platform/rpc';
import type { Admission } from './admission.js';
import { ArtifactDoor } from './artifact/artifact-door.js';
import type { ReachedBlobs } from './artifact/granted-bytes.js';
import { LastingFiles } from './artifact/lasting-files.js';
import type { Door } from './door.js';
import type { OpenReads } from './open-reads.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import type { TransferSlots } from './slots/transfer-slots.js';
import { whenOneEnds } from './upstream/upstream.js';
import { KeptPermits } from './vcs/kept-permits.js';
import { LeasedAnswers } from './vcs/leased-answers.js';
import { VcsDoor, type ServedKind } from './vcs/vcs-door.js';

/** What doors stand on. */
export interface DoorParts {
  rpc: Rpc;
  admission: Admission;
  slots: TransferSlots;
  reads: OpenReads;
  unsent: UnsentAnswers;
  /** The blobs that this process reads itself. */
  blobs: ReachedBlobs;
  /** The blob store, where this process can write to it. */
  store?: BlobStore;
  /** The version control kinds that are served; those of the product by default. */
  kinds?: readonly ServedKind[];
}

/** The doors, by the kinds that they serve. All of them are there before the first request. */
export const byteDoors = ({
  rpc,
  admission,
  slots,
  reads,
  unsent,
  blobs,
  store,
  kinds = vcsKinds,
}: DoorParts): ReadonlyMap<string, Door> => {
  const lasting = new LastingFiles(rpc);
  const kept = { permits: new KeptPermits(), leased: new LeasedAnswers() };
  whenOneEnds(() => {
    kept.permits.forget();
    kept.leased.forget();
  });
  const doors = new Map<string, Door>();
  for (const kind of kinds) doors.set(kind.id, new VcsDoor(kind, rpc, admission, slots, reads, kept));
  for (const { id, http } of artifactKinds)
    doors.set(id, new ArtifactDoor(http, rpc, admission, slots, reads, unsent, lasting, blobs, store));
  return doors;
};

import type { OpenReads } from './open-reads.js';
import type { TransferSlots } from './slots/transfer-slots.js';

/** What the doors share by which bytes come and go. */
export interface SharedTransfers {
  slots: TransferSlots;
  reads: OpenReads;
}

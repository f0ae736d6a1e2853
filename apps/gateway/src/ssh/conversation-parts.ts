import type { Rpc } from '@holdfast/platform/rpc';
import type { Admission } from '../bytes/admission.js';
import type { TransferSlots } from '../bytes/slots/transfer-slots.js';
import type { RateLimits } from '../rates/rate-limits.js';
import type { Passes } from '../session/passes.js';
import type { Sessions } from '../session/sessions.js';

/** What conversations stand on. */
export interface ConversationParts {
  rpc: Rpc;
  sessions: Sessions;
  admission: Admission;
  slots: TransferSlots;
  rates: RateLimits;
  passes: Passes;
  /** Of the public address. */
  siteUrl: string;
}

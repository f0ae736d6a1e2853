import type { Standing } from '@holdfast/contracts';

/** Who pushes and where, as the ticket carries it to the decision about the push. */
export interface PushCaller {
  requestId: string;
  standing: Standing;
}

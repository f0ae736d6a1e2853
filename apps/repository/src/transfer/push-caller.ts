import type { Principal } from '@holdfast/kernel';

/** Who pushes and where, as the ticket carries it to the decision about the push. */
export interface PushCaller {
  requestId: string;
  principal: Principal;
  project: string;
}

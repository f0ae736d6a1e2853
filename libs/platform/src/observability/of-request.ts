import type { CallContext } from '@holdfast/kernel';

/** What a line of the log says of the request that it is about. */
export interface OfRequest {
  requestId: string;
  /** The uuid of the account that it comes from, once that is known. What somebody says of himself is in no log. */
  account?: string;
}

export const ofRequest = ({ requestId, principal }: CallContext): OfRequest => ({
  requestId,
  ...(principal && { account: principal.account.uuid }),
});

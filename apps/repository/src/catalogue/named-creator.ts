import { identityCalls } from '@holdfast/contracts';
import { actor, isSameUuid, withoutCaller, type CallContext, type JsonObject } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';

/**
 * What an update compares a creator with that was sent: him by his uuid, which is all that is known here, and by his id
 * where that was sent alone. Identity is asked for it then.
 * @throws DomainError `unavailable`
 */
export const namedCreator = async (
  rpc: Rpc,
  ctx: CallContext,
  { creator: sent }: JsonObject,
  creator: { uuid: string },
): Promise<{ uuid: string; id?: string }> => {
  const { uuid } = creator;
  if (!isById(sent) || isSameUuid(sent, uuid)) return { uuid };
  const asked = { company: actor(ctx).company.uuid, accounts: [uuid] };
  const { ids } = await rpc.call(identityCalls.accountIds, withoutCaller(ctx), asked);
  return { uuid, ...(ids[uuid] !== undefined && { id: ids[uuid] }) };
};

const isById = (sent: unknown): boolean =>
  typeof sent === 'string' ||
  (typeof sent === 'object' && sent !== null && 'id' in sent && !('uuid' in sent));

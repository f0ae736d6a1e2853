import type { CallInput, OperationContract } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';

/** The subject of an operation: on the node that holds the repository where its data are needed. */
export const subjectOf = (operation: OperationContract, ctx: CallContext): string =>
  operation.on === 'node' ? `${operation.subject}.${ctx.repository?.node || 'none'}` : operation.subject;

/** Has the service of an operation carry it out, in the time that the operation may take. */
export const callOperation = (
  rpc: Rpc,
  operation: OperationContract,
  ctx: CallContext,
  input: CallInput,
): Promise<unknown> => {
  const patient = operation.timeout ? { ...ctx, deadline: Date.now() + operation.timeout } : ctx;
  return rpc.perform(subjectOf(operation, ctx), patient, input);
};

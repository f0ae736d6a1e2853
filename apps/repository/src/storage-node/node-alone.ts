import { repositoryCalls, toNode } from '@holdfast/contracts';
import { DomainError } from '@holdfast/kernel';
import { ownContext, type Rpc } from '@holdfast/platform/rpc';

/** So long an answer is waited for (ms); where nobody serves the node, that is known at once. */
const patience = 2_000;

/** @throws Error where another process is the storage node */
export const mustBeAlone = async (rpc: Pick<Rpc, 'call'>, node: string): Promise<void> => {
  const met = rpc.call(toNode(repositoryCalls.meetNode, node), ownContext('repository', patience), {});
  const isThere = await met.then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError && error.code === 'unavailable') return false;
      throw error;
    },
  );
  if (isThere)
    throw new Error(
      `another process is the storage node ${node}: HOLDFAST_NODE must differ, or that one end first`,
    );
};

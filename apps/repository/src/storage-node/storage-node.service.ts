import {
  repositoryCalls,
  type ListedNodes,
  type ListOnNode,
  type RepositoriesOnNode,
  type RepositoryOnNode,
  type StorageNodeLine,
} from '@holdfast/contracts';
import { DomainError, isUuid, timestamp, type CallContext } from '@holdfast/kernel';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { isThere, type HeldByNode, type NodeState } from './node-choice.rules.js';
import { StorageNodeStore, type HeldRepository } from './storage-node.store.js';

const nobody = '00000000-0000-0000-0000-000000000000';
const atOnce = 500;

/** Tells the operator of the storage nodes. */
@Controller()
export class StorageNodeService {
  constructor(
    private readonly store: StorageNodeStore,
    private readonly types: RepositoryTypes,
  ) {}

  @HandlesCall(repositoryCalls.listNodes)
  async list(): Promise<ListedNodes> {
    const kinds = this.types.kinds.map(({ id }) => id);
    const [nodes, held] = await Promise.all([this.store.all(), this.store.held(kinds)]);
    const of = new Map(held.map((each) => [each.node, each]));
    return { nodes: nodes.map((node) => lineOf(node, of.get(node.name))) };
  }

  /** Those of kinds without a directory lie on no node, whatever made them. */
  @HandlesCall(repositoryCalls.listOnNode)
  async contents(_ctx: CallContext, { node, after }: ListOnNode): Promise<RepositoriesOnNode> {
    if (after !== undefined && !isUuid(after)) throw DomainError.invalid({ after: { invalid: true } });
    const kinds = this.types.kinds.map(({ id }) => id);
    const found = await this.store.heldBy(node, kinds, after ?? nobody, atOnce);
    // After a restore elsewhere there may be repositories of a node that has never been there.
    if (found.length === 0 && after === undefined && !(await this.store.isKnown(node)))
      throw new DomainError('not_found', { reason: `there is no storage node ${node}` });
    const more = found.length < atOnce ? {} : { after: found[atOnce - 1].uuid };
    return { repositories: found.map(heldLine), ...more };
  }

  @HandlesCall(repositoryCalls.meetNode, { node: true })
  meet(): void {
    // That it is answered says all.
  }
}

const lineOf = ({ silent, ...node }: NodeState, held: HeldByNode | undefined): StorageNodeLine => ({
  ...node,
  state: silent === null ? 'stopped' : isThere({ ...node, silent }) ? 'here' : 'away',
  repositories: held?.repositories ?? 0,
  stored: held?.stored ?? 0,
});

const heldLine = (row: HeldRepository): RepositoryOnNode => {
  const { uuid, id, type, node, company, project, deletedAt } = row;
  const ended = deletedAt && { deleted_at: timestamp(deletedAt) };
  return { uuid, id, type, node, company, project, ...ended };
};

import { repositoryCalls, type ListedNodes, type StorageNodeLine } from '@holdfast/contracts';
import { HandlesCall } from '@holdfast/platform/service-host';
import { Controller } from '@nestjs/common';
import { RepositoryTypes } from '../catalogue/repository-types.js';
import { isThere, type HeldByNode, type NodeState } from './node-choice.rules.js';
import { StorageNodeStore } from './storage-node.store.js';

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

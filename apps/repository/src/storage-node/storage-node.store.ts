import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { HeldByNode, NodeState } from './node-choice.rules.js';
import { StorageNodeRow } from './storage-node.entity.js';
import { allNodes, heldByNodes, tellOfNode } from './storage-node.query.js';

/** What a node says of itself. */
export type NodeWord = Pick<NodeState, 'name' | 'room' | 'reserve' | 'transfers' | 'kinds'>;

/** The storage nodes of the installation, each a row. */
@Injectable()
export class StorageNodeStore {
  constructor(private readonly source: DataSource) {}

  async tell({ name, room, reserve, transfers, kinds }: NodeWord): Promise<void> {
    await tellOfNode(this.source, [name, Math.floor(room), Math.floor(reserve), transfers, kinds]);
  }

  /** In the order of their names. */
  all(): Promise<NodeState[]> {
    return allNodes(this.source, []);
  }

  /** Of the nodes that have repositories of these kinds. */
  held(kinds: readonly string[]): Promise<HeldByNode[]> {
    return heldByNodes(this.source, [kinds]);
  }

  /** Whether there is such a node. */
  async drain(name: string, draining: boolean): Promise<boolean> {
    const { affected } = await this.source.getRepository(StorageNodeRow).update({ name }, { draining });
    return affected === 1;
  }

  /** The node takes nothing from now on, until it tells again. */
  async leave(name: string): Promise<void> {
    await this.source.getRepository(StorageNodeRow).update({ name }, { seenAt: null });
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { longestNodeSilence, type HeldByNode, type NodeState } from './node-choice.rules.js';
import { StorageNodeRow } from './storage-node.entity.js';
import { allNodes, heldByNodes, removeNode, tellOfNode } from './storage-node.query.js';

/** What a node says of itself. */
export type NodeWord = Pick<NodeState, 'name' | 'room' | 'reserve' | 'transfers' | 'kinds'>;

/** The storage nodes of the installation, each a row. */
@Injectable()
export class StorageNodeStore {
  constructor(private readonly source: DataSource) {}

  /** `process`: who says it. False: another process is the node by now. `takesOver`: this one is it from now on. */
  async tell(
    { name, room, reserve, transfers, kinds }: NodeWord,
    process: string,
    takesOver: boolean,
  ): Promise<boolean> {
    const word = [name, Math.floor(room), Math.floor(reserve), transfers, kinds];
    return (await tellOfNode(this.source, [...word, process, takesOver])).length > 0;
  }

  /** False: it is there, or has repositories of these kinds. */
  async remove(name: string, kinds: readonly string[]): Promise<boolean> {
    return (await removeNode(this.source, [name, kinds, longestNodeSilence])).length > 0;
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
  async leave(name: string, process: string): Promise<void> {
    await this.source.getRepository(StorageNodeRow).update({ name, process }, { seenAt: null });
  }
}

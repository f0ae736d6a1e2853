import { Injectable } from '@nestjs/common';
import { DataSource, In, MoreThan } from 'typeorm';
import { RepositoryRow } from '../catalogue/repository.entity.js';
import { longestNodeSilence, type HeldByNode, type NodeState } from './node-choice.rules.js';
import { StorageNodeRow } from './storage-node.entity.js';
import { allNodes, heldByNodes, removeNode, tellOfNode } from './storage-node.query.js';

/** What a node says of itself. */
export type NodeWord = Pick<NodeState, 'name' | 'room' | 'reserve' | 'transfers' | 'kinds'>;

const toldOfHeld = {
  ...({ uuid: true, id: true, type: true, node: true } as const),
  ...({ company: true, project: true, deletedAt: true } as const),
};

/** A repository as far as is told of what lies on a node. */
export type HeldRepository = Pick<RepositoryRow, keyof typeof toldOfHeld>;

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

  isKnown(name: string): Promise<boolean> {
    return this.source.getRepository(StorageNodeRow).existsBy({ name });
  }

  /** So many repositories of these kinds that lie on a node, in order of uuid, after that one. */
  heldBy(node: string, kinds: string[], after: string, limit: number): Promise<HeldRepository[]> {
    return this.source.getRepository(RepositoryRow).find({
      select: toldOfHeld,
      where: { node, uuid: MoreThan(after), type: In(kinds) },
      order: { uuid: 'asc' },
      take: limit,
    });
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

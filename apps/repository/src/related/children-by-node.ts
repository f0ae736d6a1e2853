import { toNode, type CallSubject, type Children, type ListChildren } from '@holdfast/contracts';
import { DomainError, withoutCaller, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import { Placement } from '../placement/placement.js';
import { RepositoryStore } from '../catalogue/repository.store.js';

/**
 * Children of repositories whose data tell of them: each storage node is asked once for all that lie on it. A node that
 * is away takes nothing from the answers of the others.
 */
@Injectable()
export class ChildrenByNode {
  constructor(
    private readonly store: RepositoryStore,
    private readonly placement: Placement,
    private readonly rpc: Rpc,
  ) {}

  /** `subject`: how another node is asked; `onThisNode`: what it answers itself. */
  async children(
    subject: CallSubject<ListChildren, Children>,
    ctx: CallContext,
    asked: ListChildren,
    onThisNode: (asked: ListChildren) => Promise<Children>,
  ): Promise<Children> {
    const nodes = new Map<string, string[]>();
    for (const { uuid, node } of await this.store.findAll(asked.parents))
      nodes.set(node, [...(nodes.get(node) ?? []), uuid]);
    const answers = await Promise.all(
      [...nodes].map(([node, parents]) => {
        const part = { ...asked, parents };
        if (node === this.placement.node) return onThisNode(part);
        return this.rpc.call(toNode(subject, node), withoutCaller(ctx), part).catch(awayInstead(parents));
      }),
    );
    return Object.fromEntries(answers.flatMap((each) => Object.entries(each)));
  }
}

/** What is said of the children of these parents where their node does not answer. */
const awayInstead =
  (parents: readonly string[]) =>
  (error: unknown): Children => {
    if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
    return Object.fromEntries(parents.map((uuid) => [uuid, { count: 0, away: true }]));
  };

import { identityFeed, type Answered, type OperationContract } from '@holdfast/contracts';
import { shareOf, type CallContext } from '@holdfast/kernel';
import { Rpc } from '@holdfast/platform/rpc';
import { Injectable } from '@nestjs/common';
import type { InvalidatingCache } from '../session/invalidating-cache.js';
import { revocable } from '../session/revocable.js';
import { companyTag, projectTag } from '../session/revoked.js';
import { tagOf } from './entity-tag.js';

/** A view as JSON text, and the tag of the answer that is nothing else. */
export interface WrittenView {
  text: string;
  tag: string;
}

/** Of all views that are kept (bytes). A text has two for a character at most, and is kept with its tag and key. */
const mostKept = 32 * 2 ** 20;
const besides = 512;

/**
 * Views of operations whose contract says that they may be kept, until their project changes. They are kept as text,
 * which has a known size, and is not written anew for each answer.
 */
@Injectable()
export class KeptViews {
  private readonly kept: InvalidatingCache<WrittenView>;

  constructor(rpc: Rpc) {
    this.kept = revocable('views', rpc, [identityFeed], {
      bytes: mostKept,
      sizeOf: ({ text }, key) => 2 * (text.length + key.length) + besides,
    });
  }

  /** The kept view as an object of one's own, else the one that `show` answers, which is kept then. */
  async view(
    operation: OperationContract,
    ctx: CallContext,
    show: () => Promise<Answered>,
  ): Promise<Answered> {
    const kept = await this.find(operation, ctx, show);
    return kept ? (JSON.parse(kept.text) as Answered) : show();
  }

  /** The same as text. */
  async written(
    operation: OperationContract,
    ctx: CallContext,
    show: () => Promise<Answered>,
  ): Promise<WrittenView> {
    return (await this.find(operation, ctx, show)) ?? writtenView(await show());
  }

  /** It is asked for in the turn of the caller, so nobody shares the question of another account. */
  private async find(
    operation: OperationContract,
    { project, principal }: CallContext,
    show: () => Promise<Answered>,
  ): Promise<WrittenView | undefined> {
    if (operation.kept === undefined || !project || !principal) return undefined;
    return this.kept.get(
      `${operation.id}\0${project.uuid}`,
      async () => writtenView(await show()),
      () => [projectTag(project.uuid), companyTag(principal.company.uuid)],
      shareOf(principal),
    );
  }
}

const writtenView = (view: Answered): WrittenView => {
  const text = JSON.stringify(view);
  return { text, tag: tagOf(text) };
};

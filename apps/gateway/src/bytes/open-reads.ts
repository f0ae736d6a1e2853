import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { contextTags } from '../session/context-tags.js';
import { hearChanges } from '../session/heard-changes.js';
import { ToldChanges, type ChangedTags } from '../session/told-changes.js';
import { giveUp, type Exchange } from './exchange.js';
import { Refusal } from './refusal.js';

/** Something that is being sent. */
export interface OpenRead {
  exchange: Exchange;
  /** With whom and what it was decided. */
  ctx: CallContext;
  /** Decides it once more. @throws Refusal, DomainError where he may not have it any more */
  again: () => Promise<unknown>;
}

/** What nobody can decide at the moment is decided after so long (ms). */
const later = 1_000;

/** Answers of bytes take their time: each ends when its caller may not have it any more, as soon as that is told. */
export class OpenReads {
  private readonly open = new Set<OpenRead>();
  /** Those that nobody could decide. */
  private readonly doubtful = new Set<OpenRead>();
  private readonly changes = new ToldChanges((tags) => this.changed(tags));
  private told = 0;

  constructor(rpc: Pick<Rpc, 'hears'>) {
    hearChanges(rpc, (tags) => {
      this.told = Date.now();
      if (this.open.size > 0) this.changes.tell(tags, undefined);
    });
  }

  /** Sends it. What was told since its caller was let in is looked at, too. */
  async during(read: OpenRead, send: () => Promise<void>): Promise<void> {
    this.open.add(read);
    if (this.told >= (read.ctx.admitted ?? 0)) void this.judge(read);
    try {
      await send();
    } finally {
      this.open.delete(read);
    }
  }

  private async changed(tags: ChangedTags): Promise<void> {
    const told = tags && new Set(tags);
    const concerned = [...this.open].filter(
      ({ ctx }) => !told || contextTags(ctx).some((tag) => told.has(tag)),
    );
    await Promise.all(concerned.map((read) => this.judge(read)));
  }

  private async judge(read: OpenRead): Promise<void> {
    try {
      await read.again();
    } catch (error) {
      if (!this.open.has(read)) return;
      const refusal = Refusal.of(error, read.ctx.requestId);
      if (refusal.status < 500) giveUp(read.exchange, refusal);
      else this.judgeLater(read);
    }
  }

  private judgeLater(read: OpenRead): void {
    if (this.doubtful.has(read)) return;
    this.doubtful.add(read);
    const judge = (): void => {
      this.doubtful.delete(read);
      if (this.open.has(read)) void this.judge(read);
    };
    setTimeout(judge, later).unref();
  }
}

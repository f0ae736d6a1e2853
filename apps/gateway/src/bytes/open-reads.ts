import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { contextTags } from '../session/context-tags.js';
import { hearChanges, type ChangedTags } from '../session/heard-changes.js';
import { giveUp, type Exchange } from './exchange.js';
import { Refusal } from './refusal.js';
import { Unsaid } from './unsaid.js';

/** Something that is being sent. */
export interface OpenRead {
  exchange: Exchange;
  /** With whom and what it was decided. */
  ctx: CallContext;
  /** Decides it once more, in a time of its own. @throws Refusal, DomainError where he may not have it any more */
  again: () => Promise<unknown>;
}

/** What nobody can decide at the moment is decided after so long (ms). */
const later = 1_000;

/** Answers of bytes take their time: each ends when its caller may not have it any more, as soon as that is told. */
export class OpenReads {
  private readonly open = new Set<JudgedRead>();
  private told = 0;

  constructor(rpc: Pick<Rpc, 'hears'>) {
    hearChanges(rpc, (tags) => this.changed(tags));
  }

  /** Whether something was told to have changed since a caller was let in. */
  isTold({ admitted = 0 }: CallContext): boolean {
    return this.told >= admitted;
  }

  /** Sends it. What was told since its caller was let in is looked at, too. */
  async during(read: OpenRead, send: () => Promise<void>): Promise<void> {
    const judged = new JudgedRead(read);
    this.open.add(judged);
    if (this.isTold(read.ctx)) void judged.tell();
    try {
      await send();
    } finally {
      judged.isOver = true;
      this.open.delete(judged);
    }
  }

  private changed(tags: ChangedTags): void {
    this.told = Date.now();
    const told = tags && new Set(tags);
    for (const judged of this.open) if (!told || judged.tags.some((tag) => told.has(tag))) void judged.tell();
  }
}

/**
 * One of them. It is judged once at a time: all that is told meanwhile makes it be judged once more. None waits for the
 * judgement of another.
 */
class JudgedRead {
  isOver = false;
  private isTold = false;
  private isJudging = false;
  private readonly unsaid = new Unsaid();

  constructor(private readonly read: OpenRead) {}

  get tags(): readonly string[] {
    return contextTags(this.read.ctx);
  }

  /** Something was told to have changed that it depends on. */
  async tell(): Promise<void> {
    this.isTold = true;
    if (this.isJudging) return;
    this.isJudging = true;
    while (this.isTold && !this.isOver) {
      this.isTold = false;
      await this.judge();
    }
    this.isJudging = false;
  }

  private async judge(): Promise<void> {
    const { exchange, ctx, again } = this.read;
    try {
      await again();
      this.unsaid.said();
    } catch (error) {
      if (this.isOver) return;
      const refusal = Refusal.of(error, ctx.requestId);
      // Otherwise it says nothing about his rights, but that nobody can tell them now.
      if (refusal.status < 500 || this.unsaid.isTooLong()) return giveUp(exchange, refusal);
      await sleep(later, undefined, { ref: false });
      this.isTold = true;
    }
  }
}

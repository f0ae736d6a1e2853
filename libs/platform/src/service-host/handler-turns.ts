import { fairPlaces, wholeList, type CallContext } from '@holdfast/kernel';
import type { CallInput } from '@holdfast/contracts';
import { CallerTurns, partiesOf } from '../persistence/connection-turns.js';
import type { HandlerExtras } from './handles.decorator.js';
import { insideTurn } from './held-turn.js';
import { isLongPage, LongReads } from './long-reads.js';
import { PageTurns } from './page-turns.js';
import type { ReplyForm } from './reply-form.js';

type Work<T> = (ctx: CallContext, input: unknown) => Promise<T>;

/** A question that is longer may take the event loop 20 ms, to look at it alone (bytes). */
const long = 16 * 1024;

/**
 * Calls of a company or account wait when so many of it are under way: what a call costs before it comes to the
 * database, and after that, is then the cost of so few for everybody else. Nobody waits for other companies here.
 */
const callTurns = (company: number, account: number): CallerTurns =>
  new CallerTurns(
    { total: Infinity, each: [company, account] },
    // A quarter of them of one account.
    { waiting: fairPlaces(4_096), patience: 60_000, refusal: 'too much is asked at the same time' },
  );

/** The turns of the calls of a service, by what they do. */
export class HandlerTurns {
  private readonly longReads: LongReads;
  private readonly pages: PageTurns;
  /** A change may wait for a row: reads do not wait for that. */
  private readonly changes = callTurns(64, 16);
  private readonly others = callTurns(64, 16);
  private readonly long = callTurns(8, 2);
  private readonly judgements = callTurns(8, 4);

  constructor(connections: number) {
    this.longReads = new LongReads(connections);
    this.pages = new PageTurns(connections);
  }

  /**
   * The work of a handler, which waits for its turn. Who reads repositories has turns of his own. What nobody calls for
   * takes none.
   */
  inTurn<T>(work: Work<T>, extras: HandlerExtras): Work<T> {
    const { form, longFor, isLong, isPage = form !== undefined, node, writes, judges } = extras;
    if (node) return work;
    const quick = writes ? this.changes : this.others;
    const calls = judges ? this.judgements : quick;
    const heavy = (ctx: CallContext, input: unknown): LongReads | PageTurns | undefined => {
      if (longFor || isLong?.(ctx) || (form && !isShort(form, input))) return this.longReads;
      return isPage ? this.pages : undefined;
    };
    return (ctx, input) => {
      const reader = longFor ? longFor(input as never) : partiesOf(ctx);
      if (!reader) return work(ctx, input);
      const turns = heavy(ctx, input);
      if (!turns) return calls.run(reader, ctx.deadline, () => work(ctx, input));
      return insideTurn(
        ctx,
        (held) => turns.run(reader, ctx.deadline, held),
        (own) => work(own, input),
      );
    };
  }

  /** The work of a call with so many bytes, in a turn around those of `inTurn`. */
  inTurnFor<T>(ctx: CallContext, bytes: number, work: () => Promise<T>): Promise<T> {
    const reader = bytes > long ? partiesOf(ctx) : undefined;
    return reader ? this.long.run(reader, ctx.deadline, work) : work();
  }

  /** Is told how much was written of a page. */
  wrote(ctx: CallContext, bytes: number): void {
    const reader = partiesOf(ctx);
    if (reader) this.pages.wrote(reader, bytes);
  }

  /** Is told how much was answered. */
  answered(ctx: CallContext, bytes: number): void {
    const reader = partiesOf(ctx);
    if (reader) this.pages.answered(reader, bytes);
  }
}

const isShort = (form: ReplyForm, input: unknown): boolean =>
  'page' in form && !isLongPage((input as CallInput).list ?? wholeList);

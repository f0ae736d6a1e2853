import type { PageHead } from '@holdfast/contracts';
import type { LineMessage, Rpc } from '@holdfast/platform/rpc';
import { envelopedText, stamped } from '../http/envelope.js';
import { roomForObject, roomForPage } from '../unsent/answer-size.rules.js';
import type { UnsentAnswers } from '../unsent/unsent-answers.js';
import type { Readmission, Admitted } from './readmission.js';
import { answerWith, type ReadyAnswer } from './answer.js';
import { matches, tagOf, tagOfPage } from './entity-tag.js';
import type { Guard } from './guard.js';
import type { KeptViews } from './kept-views.js';
import { callList, callOperation } from './operation-call.js';
import { pageOfLines, pageText } from './page-text.js';
import { pageWithChildren } from './page-with-children.js';
import { parseQuery, type ParsedQuery } from './query-parameters.js';
import { isSmall } from './outgoing.js';
import type { Related } from './related.js';

/** A read that took longer may have waited for its turn in a service (ms). */
const slow = 1_000;

/** Answers what is read: an object or a page, with what the query asks for beside it. */
export class Reads {
  constructor(
    private readonly rpc: Rpc,
    private readonly guard: Guard,
    private readonly related: Related,
    private readonly kept: KeptViews,
    private readonly readmission: Pick<Readmission, 'renew'>,
    private readonly unsent: UnsentAnswers,
  ) {}

  /**
   * 304 where the client has it already. What may be large is asked for when there is room for it; what
   * turns out large waits for its room. Whether its caller may have it is decided again then, and after a read that
   * took long, because it may have waited for its turn.
   */
  async answer(exchange: Admitted): Promise<ReadyAnswer> {
    const { request, operation, ctx } = exchange;
    const parsed = await this.asked(exchange);
    const includes = parsed.relations.include.length + parsed.relations.parts.length > 0;
    const bytes =
      operation.kind === 'list' ? roomForPage(parsed.list?.limit ?? 0, includes) : roomForObject(includes);
    let room = bytes === undefined ? undefined : await this.unsent.room(request, ctx, bytes);
    try {
      if (room) await this.readmission.renew(exchange);
      const { body, tag } =
        operation.kind === 'list' ? await this.page(exchange, parsed) : await this.single(exchange, parsed);
      if (performance.now() - exchange.at > slow) await this.readmission.renew(exchange);
      const made: ReadyAnswer = matches(request.headers['if-none-match'], tag)
        ? answerWith(304, '', { etag: tag })
        : { status: 200, headers: { etag: tag }, body };
      if (!room && !isSmall(made) && request.method !== 'HEAD') {
        room = await this.unsent.room(request, ctx, Buffer.byteLength(made.body));
        if (room.waited) await this.readmission.renew(exchange);
      }
      if (room) made.room = room;
      return made;
    } catch (error) {
      room?.leave();
      throw error;
    }
  }

  /** The query of a request that reads; what is wrong with it is said of objects that exist only. */
  private async asked({ match, operation, ctx, query }: Admitted): Promise<ParsedQuery> {
    try {
      return parseQuery(operation, query);
    } catch (error) {
      if (ctx.principal) await this.guard.mustExist(match, ctx);
      throw error;
    }
  }

  private async single(
    { operation, ctx, match }: Admitted,
    { relations, own }: ParsedQuery,
  ): Promise<{ body: string; tag: string }> {
    const input = { params: match.params, query: own };
    const show = () => callOperation(this.rpc, operation, ctx, input);
    if (this.related.isComplete(operation.object, relations)) {
      const { text, tag } = await this.kept.written(operation, ctx, show);
      return { body: envelopedText(operation.status, text), tag };
    }
    const view = await this.kept.view(operation, ctx, show);
    const text = await this.related.single(operation.object, view, relations, ctx);
    return { body: envelopedText(operation.status, stamped(text)), tag: tagOf(text) };
  }

  private async page(
    { operation, ctx, match }: Admitted,
    { list, relations, own }: ParsedQuery,
  ): Promise<{ body: Buffer; tag: string }> {
    const children = this.related.withPage(operation.object, relations);
    const { parts } = relations;
    const input = {
      ...{ params: match.params, list, query: own },
      ...(children.length ? { children } : {}),
      ...(parts.length ? { include: parts } : {}),
    };
    const lines = await callList(this.rpc, operation, ctx, input);
    const { message, head } = lines;
    const offset = list?.offset ?? 0;
    const whole = message && this.whole(operation, relations, message, head, offset);
    if (message && whole) return { body: whole, tag: tagOf(message.bytes) };
    const { texts, more, read } = await this.related.page(operation.object, lines, relations, ctx);
    const { metadata } = head;
    const body = pageText(texts.map(stamped), offset, more, metadata);
    const tag = read || !message ? tagOfPage(texts, { offset, more, metadata }) : tagOf(message.bytes);
    return { body, tag };
  }

  /** A page that consists of what the service of its objects has said; undefined: others have to say something too. */
  private whole(
    { object }: Admitted['operation'],
    relations: ParsedQuery['relations'],
    message: LineMessage,
    head: PageHead,
    offset: number,
  ): Buffer | undefined {
    const children = this.related.allWithPage(object, relations);
    if (!children) return undefined;
    return children.length === 0
      ? pageOfLines(message, head.objects, offset, head.more, head.metadata)
      : pageWithChildren(message, head, children, offset);
  }
}

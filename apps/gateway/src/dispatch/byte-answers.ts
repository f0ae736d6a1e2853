import { STATUS_CODES } from 'node:http';
import type { AnsweredBytes, WholeBytes } from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import type { Exchange } from '../bytes/exchange.js';
import type { OpenReads } from '../bytes/open-reads.js';
import { passedHeaders, relay, usualHeaders } from '../bytes/relay.js';
import { answer, refuse } from '../bytes/small-answer.js';
import type { AnswerHead } from '../bytes/upstream/answer-head.js';
import { renew } from '../http/call-context.js';
import { refusalView } from '../http/envelope.js';
import { smallAnswer } from '../unsent/answer-size.rules.js';
import type { AdmittedSlots } from './admitted-slots.js';
import { byteExchange, type Streamed } from './byte-exchange.js';
import type { Admitted, Readmission } from './readmission.js';
import type { Guard } from './guard.js';
import { callBytes } from './operation-call.js';
import { parseQuery } from './query-parameters.js';

/** What a client says of conditions and ranges. */
const conditional = ['if-match', 'if-none-match', 'if-range', 'range'];

/** What a client gets to see of the head with which the bytes come. */
const passed = [
  ...usualHeaders,
  'accept-ranges',
  'content-disposition',
  'content-range',
  'content-security-policy',
  'etag',
  'x-content-type-options',
];

/** What a byte process answers to what it was asked; all else is a failure. */
const expected = new Set([200, 206, 304, 412, 416]);

/** Answers operations whose answer is bytes: decided here, and, but for few, sent from the node that holds them. */
export class ByteAnswers {
  constructor(
    private readonly rpc: Rpc,
    private readonly guard: Pick<Guard, 'mustExist'>,
    private readonly slots: AdmittedSlots,
    private readonly reads: Pick<OpenReads, 'during' | 'isTold'>,
    private readonly readmission: Pick<Readmission, 'still'>,
  ) {}

  /**
   * Writes the whole answer: a small one at once, as all that are small in the API; another in a slot of the caller's.
   * @throws DomainError before anything of it is written
   */
  async give(admitted: Streamed): Promise<void> {
    const { response, ctx } = admitted;
    const query = await this.queryOf(admitted);
    const again = (): Promise<void> => this.readmission.still(admitted);
    try {
      const opened = await this.ask(admitted, query);
      if ('whole' in opened && Buffer.byteLength(opened.whole.body, 'base64') <= smallAnswer) {
        if (this.reads.isTold(ctx)) await again();
        return await sendWhole(byteExchange(admitted), opened.whole);
      }
      await this.slots.run('download', admitted, (exchange, waited) =>
        this.reads.during({ exchange, ctx, again }, async () =>
          // A ticket is good for seconds, and one may wait for longer.
          this.send(exchange, waited ? await this.ask(admitted, query) : opened),
        ),
      );
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      throw error;
    }
  }

  private ask(
    { request, operation, match, ctx }: Admitted,
    query: Record<string, string>,
  ): Promise<AnsweredBytes> {
    renew(ctx);
    const headers: Record<string, string> = {};
    for (const name of conditional) {
      const value = request.headers[name];
      if (typeof value === 'string') headers[name] = value;
    }
    return callBytes(this.rpc, operation, ctx, { params: match.params, query, headers });
  }

  private async send(exchange: Exchange, opened: AnsweredBytes): Promise<void> {
    if (exchange.given) return refuse(exchange, exchange.given);
    if ('whole' in opened) return sendWhole(exchange, opened.whole);
    const { address, path, ticket } = opened;
    const transfer = { method: 'GET', address: address + path, ticket, headers: {} };
    const isExpected = (status: number): boolean => expected.has(status);
    await relay(exchange, transfer, passed, isExpected, ({ head }) => unmet(exchange, head));
  }

  /** What is wrong with the query is said of what exists only. */
  private async queryOf({ match, operation, ctx, query }: Admitted): Promise<Record<string, string>> {
    try {
      return parseQuery(operation, query).own;
    } catch (error) {
      if (ctx.principal) await this.guard.mustExist(match, ctx);
      throw error;
    }
  }
}

const sendWhole = async (exchange: Exchange, whole: WholeBytes): Promise<void> => {
  const { status, body } = whole;
  if (!expected.has(status)) throw new Error(`a service answered bytes with ${status}`);
  const headers = passedHeaders(whole, passed);
  await (unmet(exchange, whole) ?? answer(exchange, status, undefined, headers, Buffer.from(body, 'base64')));
};

/** Answers in the envelope that a condition does not hold, or that there is no such range; all else is undefined. */
const unmet = (exchange: Exchange, { status, headers }: UnmetHead): Promise<void> | undefined => {
  if (status < 400) return undefined;
  const text = JSON.stringify(refusalView(status, STATUS_CODES[status]));
  const described = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(text.length),
  };
  const said = passedHeaders({ status, headers: { ...headers, ...described } }, passed);
  return answer(exchange, status, undefined, said, text);
};

type UnmetHead = Pick<AnswerHead, 'status' | 'headers'>;

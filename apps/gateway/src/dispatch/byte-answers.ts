import { actor, DomainError } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import type { Exchange } from '../bytes/exchange.js';
import { Refusal } from '../bytes/refusal.js';
import { relay, usualHeaders } from '../bytes/relay.js';
import type { TransferSlots } from '../bytes/slots/transfer-slots.js';
import { renew } from '../http/call-context.js';
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

/** Answers operations whose answer is bytes: decided here, sent from the node that holds them. */
export class ByteAnswers {
  constructor(
    private readonly rpc: Rpc,
    private readonly guard: Pick<Guard, 'mustExist'>,
    private readonly readmission: Pick<Readmission, 'renew'>,
    private readonly slots: TransferSlots,
  ) {}

  /**
   * Writes the whole answer, in a slot of the caller's.
   * @throws DomainError before anything of it is written
   */
  async give(admitted: Streamed): Promise<void> {
    const { response, ctx } = admitted;
    const query = await this.queryOf(admitted);
    const exchange = byteExchange(admitted);
    try {
      await this.slots.run('download', exchange, actor(ctx), async (waited) => {
        if (waited) await this.readmission.renew(admitted);
        await this.send(admitted, exchange, query);
      });
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      throw error instanceof Refusal ? DomainError.unavailable(error.reason, error) : error;
    }
  }

  private async send(
    { operation, match, ctx }: Admitted,
    exchange: Exchange,
    query: Record<string, string>,
  ): Promise<void> {
    renew(ctx);
    const asked = exchange.req.headers;
    const headers: Record<string, string> = {};
    for (const name of conditional) {
      const value = asked[name];
      if (typeof value === 'string') headers[name] = value;
    }
    const input = { params: match.params, query, headers };
    const { address, path, ticket } = await callBytes(this.rpc, operation, ctx, input);
    const transfer = { method: 'GET', address: address + path, ticket, headers: {} };
    await relay(exchange, transfer, passed, (status) => expected.has(status));
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

import { repositoryCalls, stagedHeaders, toNode, type LargeBody } from '@holdfast/contracts';
import { DomainError, repositoryOf, type ErrorCode } from '@holdfast/kernel';
import type { Rpc } from '@holdfast/platform/rpc';
import { Gathered } from '../bodies/gathered.js';
import type { Exchange } from '../bytes/exchange.js';
import { transferring, type TransferAnswer } from '../bytes/transfer.js';
import { bodyHeaders } from '../bytes/upstream/transfer-request.js';
import type { Upstream } from '../bytes/upstream/upstream.js';
import { renew } from '../http/call-context.js';
import { bodyLimit, bodyTypeOf, hasBody, refuseLonger } from '../http/request-body.js';
import { answerWith, type Answer } from './answer.js';
import type { AdmittedSlots } from './admitted-slots.js';
import type { Written } from './byte-exchange.js';

/** A body whose texts lie at the node of its operation. */
export interface BodyAtNode {
  /** By what the operation finds them. */
  name: string;
  /** Of all texts together. */
  digest: string;
  /** Bytes of all that is not among them. */
  size: number;
  /** The same: JSON, where each text is a string with its place. To be asked once. */
  rest(): Promise<Buffer>;
}

/** What a node says of a body that it does not take. */
const faults: Partial<Record<number, ErrorCode>> = {
  400: 'malformed',
  413: 'too_large',
  507: 'storage_full',
};

/**
 * Bodies that are too large for a message, of operations whose contracts say that there are such. They stream to the
 * node that carries the operation out, in a slot as a push has it, and lie there until it is answered.
 */
export class LargeBodies {
  constructor(
    private readonly rpc: Rpc,
    private readonly slots: AdmittedSlots,
  ) {}

  /** What the contract says of such a body, where the request has one. How long a body in chunks is, nobody knows. */
  static of({ operation, request }: Pick<Written, 'operation' | 'request'>): LargeBody | undefined {
    const { headers } = request;
    const may = hasBody(request) ? operation.largeBody : undefined;
    return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > bodyLimit
      ? may
      : undefined;
  }

  /**
   * Answers what `use` makes of the body while it lies at its node.
   * @throws DomainError
   */
  async during(
    written: Written,
    allowed: LargeBody,
    use: (body: BodyAtNode) => Promise<Answer>,
  ): Promise<Answer> {
    const { request } = written;
    bodyTypeOf(request, false);
    refuseLonger(request, allowed.bytes);
    const made: { answer?: Answer | undefined } = {};
    await this.slots.run('push', written, async (exchange) => {
      made.answer = await this.staged(written, exchange, allowed, use);
    });
    return made.answer ?? { ...answerWith(200, ''), sent: true };
  }

  /** Undefined: the client was refused, or has gone. */
  private async staged(
    written: Written,
    exchange: Exchange,
    { bytes, list, text }: LargeBody,
    use: (body: BodyAtNode) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const { request, ctx, proceed } = written;
    renew(ctx);
    const subject = toNode(repositoryCalls.stageBody, repositoryOf(ctx).node);
    const { address, path, ticket, name } = await this.rpc.call(subject, ctx, { bytes, list, text });
    const transfer = { method: 'POST', address: address + path, ticket, headers: bodyHeaders(request) };
    const under: { way?: Promise<Answer> } = {};
    proceed();
    await transferring(exchange, transfer, async ({ head, upstream, stop }) => {
      stop();
      under.way = head.status === 201 ? use(bodyAtNode(name, { head, upstream })) : refused(head.status);
      // What it fails with is told below.
      await under.way.catch(() => undefined);
    });
    // What is left of it has to go by, for the next request stands behind it.
    if (!request.complete) request.resume();
    return under.way;
  }
}

const refused = (status: number): Promise<never> => {
  const fault = faults[status];
  return Promise.reject(
    fault ? new DomainError(fault) : DomainError.unavailable(`the body was answered with ${status}`),
  );
};

const bodyAtNode = (
  name: string,
  { head, upstream }: Pick<TransferAnswer, 'head' | 'upstream'>,
): BodyAtNode => {
  const { [stagedHeaders.size]: size, [stagedHeaders.texts]: digest = '' } = head.headers;
  const most = Number(size);
  return { name, digest, size: most, rest: () => beginningOf(upstream, most) };
};

/** So many bytes of an answer that stays open. @throws DomainError `unavailable` where it breaks off */
const beginningOf = (upstream: Upstream, size: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const gathered = new Gathered();
    let left = size;
    const take = (piece: Buffer): Promise<boolean> => {
      left -= piece.length;
      gathered.add(Buffer.from(piece));
      if (left > 0) return Promise.resolve(true);
      resolve(gathered.whole());
      // Nothing more of it is read: it ends with the body.
      return new Promise(() => undefined);
    };
    if (size === 0) return resolve(Buffer.alloc(0));
    void upstream
      .carry(take)
      .then(() => reject(DomainError.unavailable('the repository cannot be reached, try again')));
  });

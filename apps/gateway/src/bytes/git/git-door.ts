import { repositoryCalls, type OpenedTransfer, type OpenTransfer, toNode } from '@holdfast/contracts';
import type { Rpc } from '@holdfast/platform/rpc';
import { renew } from '../../http/call-context.js';
import { mustWrite, type Admission, type AdmittedContext } from '../admission.js';
import type { ByteAddress } from '../byte-address.js';
import type { Exchange } from '../exchange.js';
import { Refusal } from '../refusal.js';
import { relay } from '../relay.js';
import type { TransferSlots } from '../slots/transfer-slots.js';
import { bodyHeaders } from '../upstream/transfer-request.js';
import { gitAddress, type GitAddress } from './git-address.js';

/** Git's smart protocol over HTTP: decides, then streams to and from the node that holds the repository. */
export class GitDoor {
  constructor(
    private readonly rpc: Rpc,
    private readonly admission: Admission,
    private readonly slots: TransferSlots,
  ) {}

  /** @throws Refusal, DomainError before anything of the request's body is read. */
  async serve(exchange: Exchange, address: ByteAddress): Promise<void> {
    const asked = gitAddress(address.rest, address.query);
    if (!asked) throw new Refusal(404, 'not found: only the smart protocol of git is served');
    const ctx = await this.admission.locate(exchange.ctx, address, asked.repository);
    mustDo(ctx, asked);
    accept(exchange, asked);
    const kind = asked.service === 'receive-pack' ? 'push' : 'fetch';
    await this.slots.run(kind, exchange, ctx.principal, async (waited) => {
      const now = waited ? await this.admission.again(exchange, address, asked.repository) : ctx;
      mustDo(now, asked);
      await this.transfer(now, exchange, asked);
    });
  }

  private async transfer(ctx: AdmittedContext, exchange: Exchange, asked: GitAddress): Promise<void> {
    renew(ctx);
    const { address: port, ticket } = await this.open(ctx, exchange, asked);
    await relay(
      exchange,
      asked.advertise
        ? { method: 'GET', address: `${port}/advertise`, ticket, headers: {} }
        : { method: 'POST', address: `${port}/rpc`, ticket, headers: bodyHeaders(exchange.req) },
    );
  }

  private open(
    ctx: AdmittedContext,
    { req }: Exchange,
    { service, advertise }: GitAddress,
  ): Promise<OpenedTransfer> {
    const protocol = req.headers['git-protocol'];
    const wanted: OpenTransfer = {
      service,
      advertise,
      ...(typeof protocol === 'string' ? { protocol } : {}),
    };
    return this.rpc.call(toNode(repositoryCalls.openTransfer, ctx.repository.node), ctx, wanted);
  }
}

/** @throws Refusal 403 when the caller may only read. */
const mustDo = (ctx: AdmittedContext, { service }: GitAddress): void => {
  if (service === 'receive-pack') mustWrite(ctx, 'push to it');
};

const accept = ({ req }: Exchange, { service, advertise }: GitAddress): void => {
  const { method = '', headers } = req;
  if (advertise) {
    if (method !== 'GET' && method !== 'HEAD') throw wrongMethod('GET, HEAD');
    return;
  }
  if (method !== 'POST') throw wrongMethod('POST');
  const type = (headers['content-type'] ?? '').split(';')[0].trim().toLowerCase();
  const wanted = `application/x-git-${service}-request`;
  if (type !== wanted) throw new Refusal(415, `the content type must be ${wanted}`);
  if (!/^(?:|identity|gzip|x-gzip)$/i.test(headers['content-encoding'] ?? ''))
    throw new Refusal(415, 'the body may be sent plain or with gzip, nothing else');
};

const wrongMethod = (allow: string): Refusal => new Refusal(405, `only ${allow} here`, ['Allow', allow]);

import { randomBytes } from 'node:crypto';
import { permitUses, readExchange, sealOf, type ReadPermit, type SealedRequest } from '@holdfast/contracts';
import { sameText } from '@holdfast/kernel';
import type { TransferGrant, VcsKindEntry } from '@holdfast/vcs-spi';

interface Issued extends ReadPermit {
  /** With `none` for its request, which may be long. */
  grant: TransferGrant;
  /** A bit for each use. */
  used: Uint8Array;
  expires: number;
}

/**
 * From issue to the first byte of the last request (ms). Gateways use one for a second; the rest is for requests that a
 * busy machine has late.
 */
const lifetime = 5_000;
const inUse = 1_000;

const none = { method: '', path: '', headers: {} };

const form = /^([0-9a-f]{32})\.(0|[1-9]\d{0,3})\.([0-9a-f]{64})$/;

/** Permits live in this process only: another one knows none of them. */
export class Permits {
  private readonly issued = new Map<string, Issued>();
  private usedUntil = -Infinity;
  private readonly readOf: ReadonlyMap<string, VcsKindEntry['http']['readOf']>;

  constructor(
    kinds: readonly Pick<VcsKindEntry, 'id' | 'http'>[],
    private readonly now: () => number = () => performance.now(),
  ) {
    this.readOf = new Map(kinds.map(({ id, http }) => [id, http.readOf]));
  }

  /** `grant`: the one of the first request. */
  issue(grant: TransferGrant): ReadPermit {
    this.dropExpired();
    const permit = { name: randomBytes(16).toString('hex'), secret: randomBytes(32).toString('hex') };
    const used = new Uint8Array(permitUses / 8);
    const decided = { ...grant, exchange: none };
    this.issued.set(permit.name, { ...permit, grant: decided, used, expires: this.now() + lifetime });
    this.usedUntil = this.now() + inUse;
    return permit;
  }

  /** What the request may, if its seal is good, for the first time, and it is a read of the sort that was decided. */
  redeem(use: string, request: SealedRequest): TransferGrant | undefined {
    const [, name, digits, seal] = form.exec(use) ?? [];
    const issued = this.issued.get(name);
    const number = Number(digits);
    if (!issued || number >= permitUses || this.now() >= issued.expires) return undefined;
    if (!sameText(seal, sealOf(issued, number, request))) return undefined;
    const { grant, used } = issued;
    const [at, bit] = [number >> 3, 1 << (number & 7)];
    if (used[at] & bit) return undefined;
    used[at] |= bit;
    const { method, path } = request;
    const { headers, requestId } = readExchange(request.exchange);
    const exchange = { method, path, headers };
    const isRead = this.readOf.get(grant.kind)?.(exchange) === grant.service;
    return isRead ? { ...grant, exchange, requestId } : undefined;
  }

  get size(): number {
    return this.issued.size;
  }

  /** A gateway may come with one without asking. */
  get areInUse(): boolean {
    return this.now() < this.usedUntil;
  }

  /** They are kept in the order of their issue, so the expired ones come first. */
  private dropExpired(): void {
    const now = this.now();
    for (const [name, { expires }] of this.issued) {
      if (expires > now) return;
      this.issued.delete(name);
    }
  }
}

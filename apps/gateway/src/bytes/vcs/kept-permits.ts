import { permitUses, type OpenedTransfer, type ReadPermit } from '@holdfast/contracts';
import type { AdmittedContext } from '../admission.js';

/** One use of a permit. */
export interface PermittedUse {
  address: string;
  permit: ReadPermit;
  number: number;
}

interface Kept extends PermittedUse, DecidedRead {
  until: number;
}

/** What the node has decided by. */
export type DecidedRead = Pick<AdmittedContext, 'principal' | 'project' | 'repository'>;

/** The requests of one conversation follow each other at once (ms). */
const lasts = 1_000;

/**
 * The permits of reads that were opened a moment ago. Each request is decided about here as ever; what the node would
 * decide is the same while caller, project and repository are the very objects that it was told: those are loaded anew
 * as soon as anything of them changes.
 */
export class KeptPermits {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** A use of a permit for what is asked, if there is one. */
  take(ctx: AdmittedContext, service: string): PermittedUse | undefined {
    const kept = this.kept.get(readKeyOf(ctx, service));
    if (!kept || this.now() >= kept.until || kept.number >= permitUses || !isSameDecision(kept, ctx))
      return undefined;
    const { address, permit, number } = kept;
    kept.number += 1;
    return { address, permit, number };
  }

  /** `asked`: when the node was asked, by the same clock. */
  keep(ctx: AdmittedContext, service: string, { address, permit }: OpenedTransfer, asked: number): void {
    this.dropExpired();
    if (!permit) return;
    const { principal, project, repository } = ctx;
    const key = readKeyOf(ctx, service);
    // They are kept in the order of their ends.
    this.kept.delete(key);
    this.kept.set(key, {
      ...{ address, permit, number: 0, until: asked + lasts },
      ...{ principal, project, repository },
    });
  }

  /** A byte process has gone, and nobody knows yet for how many of them that was. */
  forget(): void {
    this.kept.clear();
  }

  get clock(): number {
    return this.now();
  }

  get size(): number {
    return this.kept.size;
  }

  private dropExpired(): void {
    const now = this.now();
    for (const [key, { until }] of this.kept) {
      if (until > now) return;
      this.kept.delete(key);
    }
  }
}

export const readKeyOf = ({ principal, repository }: DecidedRead, service: string): string =>
  `${principal.account.uuid}\0${repository.uuid}\0${service}`;

export const isSameDecision = (one: DecidedRead, other: DecidedRead): boolean =>
  one.principal === other.principal && one.project === other.project && one.repository === other.repository;

import type { SshKeyHolder } from '@holdfast/contracts';
import { accountTag, companyTag } from '../session/revoked.js';
import type { ConnectionShare } from './connection-shares.js';
import type { HoldersNow } from './holders-now.js';
import type { KnownKey } from './key-login.js';
import { concerns, judgedAgain, type ToldTags } from './told-changes.js';
import type { Traffic } from './traffic.js';

/** For whom it is judged: `again` is called when it has to be judged, though nothing was told. */
export interface HeldKeyOf {
  holders: HoldersNow;
  share: ConnectionShare;
  traffic: Traffic;
  again: () => void;
}

/** The key with which a connection has logged in: whose it is, and whether it is still anybody's. */
export class HeldKey {
  readonly fingerprint: string;
  private now: readonly SshKeyHolder[] = [];
  /** What they depend on. */
  private tags: readonly string[] = [];
  private isTold = false;
  /** Nobody could say whose it is when something changed: it is asked again then. */
  private doubt: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(
    { fingerprint, holders }: KnownKey,
    private readonly of: HeldKeyOf,
  ) {
    this.fingerprint = fingerprint;
    this.belongTo(holders);
  }

  get holders(): readonly SshKeyHolder[] {
    return this.now;
  }

  /** Something was told to have changed. Whether it has to be judged anew. */
  changed(told: ToldTags): boolean {
    this.isTold ||= concerns(told, this.tags);
    return this.isTold;
  }

  /** It may have been taken back from all who had it: false. Never fails. */
  async isStillHeld(): Promise<boolean> {
    if (!this.isTold) return true;
    this.isTold = false;
    clearTimeout(this.doubt);
    try {
      const holders = await this.of.holders.of(this.fingerprint);
      if (holders.length === 0 || !this.of.share.renew(holders)) return false;
      // What was told meanwhile of those who are new was not taken for its own.
      if (this.belongTo(holders)) this.again();
    } catch {
      if (!this.isOver) this.doubt = setTimeout(() => this.again(), judgedAgain).unref();
    }
    return true;
  }

  /** The connection has ended. */
  end(): void {
    this.isOver = true;
    clearTimeout(this.doubt);
    this.of.share.end();
  }

  private again(): void {
    this.isTold = true;
    this.of.again();
  }

  /** Whether any of them is new. */
  private belongTo(holders: readonly SshKeyHolder[]): boolean {
    const before = new Set(this.tags);
    this.now = holders;
    this.of.traffic.countFor(holders);
    this.tags = holders.flatMap(({ account, company }) => [
      accountTag(account.uuid),
      companyTag(company.uuid),
    ]);
    return this.tags.some((tag) => !before.has(tag));
  }
}

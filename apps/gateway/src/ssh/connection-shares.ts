import type { SshKeyHolder } from '@holdfast/contracts';

/** Most connections at a time that have logged in. */
export interface ShareBounds {
  /** Of an account and its bots. */
  account: number;
  company: number;
}

/** One connection, counted for whom it may be. */
export interface ConnectionShare {
  /** Its key belongs to others now. False: none of them has room for it. */
  renew(holders: readonly SshKeyHolder[]): boolean;
  /** The connection has ended. May be called again. */
  end(): void;
}

/**
 * Counts the connections of accounts and companies. Which account is meant shows with the address of a repository
 * only, so a connection counts for each that has its key and has room: somebody who stores another's public key takes
 * no room from that other, and from his own company no more than he could by himself.
 */
export class ConnectionShares {
  private readonly accounts = new Map<string, number>();
  private readonly companies = new Map<string, number>();

  constructor(private readonly bounds: ShareBounds) {}

  /** Takes in a connection; a text for its client says why it is not. */
  admit(holders: readonly SshKeyHolder[]): ConnectionShare | string {
    const counted = new Map<string, SshKeyHolder>();
    let hasEnded = false;
    const renew = (now: readonly SshKeyHolder[]): boolean => {
      // Whose key it is was asked while it was there, and is answered when it has gone.
      if (hasEnded) return false;
      const kept = new Set(now.map(keyOf));
      for (const [key, holder] of counted) if (!kept.has(key)) this.leave(counted, key, holder);
      if (counted.size === 0)
        for (const holder of now) if (this.fullOf(holder) === undefined) this.enter(counted, holder);
      return counted.size > 0;
    };
    if (!renew(holders)) return this.refusal(holders);
    return {
      renew,
      end: () => {
        hasEnded = true;
        for (const [key, holder] of counted) this.leave(counted, key, holder);
      },
    };
  }

  private fullOf({ share, company }: SshKeyHolder): 'account' | 'company' | undefined {
    if ((this.accounts.get(share) ?? 0) >= this.bounds.account) return 'account';
    return (this.companies.get(company.uuid) ?? 0) >= this.bounds.company ? 'company' : undefined;
  }

  private enter(counted: Map<string, SshKeyHolder>, holder: SshKeyHolder): void {
    counted.set(keyOf(holder), holder);
    add(this.accounts, holder.share, 1);
    add(this.companies, holder.company.uuid, 1);
  }

  private leave(counted: Map<string, SshKeyHolder>, key: string, holder: SshKeyHolder): void {
    counted.delete(key);
    add(this.accounts, holder.share, -1);
    add(this.companies, holder.company.uuid, -1);
  }

  private refusal(holders: readonly SshKeyHolder[]): string {
    const full = holders.map((holder) => {
      const { account, company } = holder;
      return this.fullOf(holder) === 'account'
        ? `${account.id} of ${company.id} (an account and its bots have ${this.bounds.account} at most)`
        : `the company ${company.id} (it has ${this.bounds.company} at most)`;
    });
    return `too many SSH connections of ${full.join(', ')}`;
  }
}

const keyOf = ({ company, share }: SshKeyHolder): string => `${company.uuid} ${share}`;

const add = (counts: Map<string, number>, name: string, more: number): void => {
  const count = (counts.get(name) ?? 0) + more;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
};

import type { AuditRecord } from '@holdfast/contracts';
import { timedId, timestamp, type AccountType, entriesUpTo } from '@holdfast/kernel';
import { LRUCache } from 'lru-cache';

/** Refused logins of one company, account and address, added up. */
export interface RefusedLogin {
  /** Uuid. */
  company: string;
  /** Absent: a login that no account has. What was sent as one is not kept, it may have been a password. */
  account?: { id: string; uuid: string; type: AccountType };
  address: string;
  count: number;
  /** Milliseconds since the epoch. */
  first: number;
  last: number;
}

interface Row {
  record: AuditRecord;
  count: number;
}

/** Milliseconds for which one row counts, from its first refusal on. */
const length = 5 * 60_000;
/** Most rows of all companies that go on counting; older ones stand as they are. */
const mostRows = 20_000;
/** Most rows of one company in that time; all further refusals are one more, without account and address. */
const mostOfCompany = 1_000;

/** The rows to which refusals are added: a flood makes no more of them than that, whatever it consists of. */
export class RefusedLoginWindows {
  private readonly rows: LRUCache<string, Row>;
  private readonly ofCompany: LRUCache<string, number>;

  constructor(clock: { now: () => number } = Date) {
    const options = { ...entriesUpTo(mostRows), ttl: length, ttlResolution: 0, perf: clock };
    this.rows = new LRUCache(options);
    this.ofCompany = new LRUCache(options);
  }

  /** Adds refusals up; answers the record that counts them now. */
  add(refused: RefusedLogin): AuditRecord {
    const { company, account, address } = refused;
    const key = JSON.stringify([company, account?.uuid, address]);
    if (this.rows.has(key) || this.makesRoom(company)) return this.counted(key, refused);
    const { count, first, last } = refused;
    return this.counted(JSON.stringify([company]), { company, address: '', count, first, last });
  }

  private makesRoom(company: string): boolean {
    const rows = this.ofCompany.get(company) ?? 0;
    if (rows >= mostOfCompany) return false;
    this.ofCompany.set(company, rows + 1, { noUpdateTTL: true });
    return true;
  }

  private counted(key: string, refused: RefusedLogin): AuditRecord {
    const row = this.rows.get(key) ?? { record: recordOf(refused), count: 0 };
    row.count += refused.count;
    row.record.detail = { count: row.count, last_at: timestamp(new Date(refused.last)) };
    this.rows.set(key, row, { noUpdateTTL: true });
    return row.record;
  }
}

const recordOf = ({ company, account, address, first }: RefusedLogin): AuditRecord => ({
  id: timedId(first),
  at: first,
  company,
  operation: 'session.create',
  target: account ? { type: account.type, id: account.id, uuid: account.uuid } : { type: 'account', id: '' },
  address,
  outcome: 'refused',
  detail: {},
});

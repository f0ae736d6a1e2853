import type { AuditRecord } from '@holdfast/contracts';
import { isUuid, leastIdAt, type ListQuery, type Page } from '@holdfast/kernel';
import { listPage, statement, type Condition, type ListSource } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { namesOf } from './audit-event.rules.js';
import type { AuditEventRow } from './audit-event.view.js';

const select = 'e.*, a.id as account_id';
const from = 'audit_event e left join account a on a.uuid = e.account_uuid';

/** An event is searched within its company; those who search are few. */
export const auditEventList: ListSource = {
  name: 'audit_event',
  select,
  from,
  columns: { id: 'e.id', timestamp: 'e."timestamp"' },
  search: { operation: 'e.operation', target: `e.target->>'id'`, address: 'e.address' },
  updatedAt: 'e."timestamp"',
  filters: { operation: 'e.operation', address: 'e.address' },
};

const byId = statement<AuditEventRow>(
  'audit_event_by_id',
  `select ${select} from ${from} where e.company_uuid = $1 and e.id = $2`,
);
const accounts = statement<{ uuid: string }>(
  'audit_event_accounts',
  'select uuid from account where company_uuid = $1 and id = any($2)',
);

/** The rows of a statement's only parameter, a JSON array. */
const rows = `select r.id, r.company, to_timestamp(r.at / 1000.0), (r.account->>'uuid')::uuid, r.account, r.operation,
    r.target, array(select jsonb_array_elements_text(r.names)), r.address, r.outcome, r.detail
  from jsonb_to_recordset($1::jsonb) as r(id text, company uuid, at bigint, account jsonb, operation text, target jsonb,
    names jsonb, address text, outcome text, detail jsonb)`;
const insert = `insert into audit_event (id, company_uuid, "timestamp", account_uuid, account, operation, target, names,
    address, outcome, detail) ${rows}`;

const keep = statement<never>('audit_event_keep', `${insert} on conflict (id) do nothing`);
const count = statement<never>(
  'audit_event_count',
  `${insert} on conflict (id) do update set detail = excluded.detail where audit_event.company_uuid = excluded.company_uuid`,
);
const expire = statement<{ id: string }>(
  'audit_event_expire',
  `delete from audit_event where id in (select id from audit_event where id < $1 order by id limit $2) returning id`,
);

/** The events of all companies. Nothing here changes one, but that refused logins go on being counted. */
@Injectable()
export class AuditEventStore {
  constructor(private readonly source: DataSource) {}

  list(company: string, query: ListQuery, conditions: Condition[]): Promise<Page<AuditEventRow>> {
    const own = { sql: 'e.company_uuid = $1', values: [company] };
    return listPage(this.source, auditEventList, query, [own, ...conditions]);
  }

  async find(company: string, id: string): Promise<AuditEventRow | undefined> {
    return (await byId(this.source, [company, id])).at(0);
  }

  /** The uuids of accounts of the company by their ids or uuids, deactivated ones too. */
  async accounts(company: string, names: readonly string[]): Promise<string[]> {
    const uuids = names.filter(isUuid);
    const ids = names.filter((name) => !isUuid(name));
    const found = ids.length ? await accounts(this.source, [company, ids]) : [];
    return [...uuids, ...found.map(({ uuid }) => uuid)];
  }

  /** Stores each record once. */
  async keep(records: readonly AuditRecord[]): Promise<void> {
    if (records.length) await keep(this.source, [written(records)]);
  }

  /** Stores records whose counts go on growing. */
  async count(records: readonly AuditRecord[]): Promise<void> {
    if (records.length) await count(this.source, [written(records)]);
  }

  /** Removes at most so many events that are older than that time; answers how many. */
  async expire(before: number, most: number): Promise<number> {
    return (await expire(this.source, [leastIdAt(before), most])).length;
  }
}

const written = (records: readonly AuditRecord[]): string =>
  JSON.stringify(records.map((record) => ({ ...record, names: namesOf(record.target) })));

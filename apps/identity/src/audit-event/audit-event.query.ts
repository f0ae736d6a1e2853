import { statement } from '@holdfast/platform/persistence';

/**
 * Writing and removing by the hundred, by hand: one parameter for any number of records, while a row for each would be
 * eleven parameters each and a text that is another for every number.
 */
const rows = `select r.id, r.company, to_timestamp(r.at / 1000.0), (r.account->>'uuid')::uuid, r.account, r.operation,
    r.target, array(select jsonb_array_elements_text(r.names)), r.address, r.outcome, r.detail
  from jsonb_to_recordset($1::jsonb) as r(id text, company uuid, at bigint, account jsonb, operation text, target jsonb,
    names jsonb, address text, outcome text, detail jsonb)`;
const insert = `insert into audit_event (id, company_uuid, "timestamp", account_uuid, account, operation, target, names,
    address, outcome, detail) ${rows}`;

/** `$1`: a JSON array of records. Stores each once. */
export const keepRecords = statement<never>('audit_event_keep', `${insert} on conflict (id) do nothing`);

/** The same of records whose counts go on growing. */
export const countRecords = statement<never>(
  'audit_event_count',
  `${insert} on conflict (id) do update set detail = excluded.detail where audit_event.company_uuid = excluded.company_uuid`,
);

/** Those with ids before `$1`, at most `$2`. */
export const expireRecords = statement<{ id: string }>(
  'audit_event_expire',
  `delete from audit_event where id in (select id from audit_event where id < $1 order by id limit $2) returning id`,
);

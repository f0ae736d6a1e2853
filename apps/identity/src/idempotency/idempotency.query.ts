import { statement } from '@holdfast/platform/persistence';

interface Kept {
  mine: boolean;
  request: string;
  status: number | null;
  body: string | null;
}

/**
 * One statement decides who came first. A claim older than a day is as good as none, and so is one that was
 * never finished: its gateway died, and a minute is longer than any request takes. By hand, because of two retries at
 * the same moment only one may go on.
 */
export const claimRequest = statement<Kept>(
  'idempotency_claim',
  `with taken as (
     insert into idempotency as i (account_uuid, operation, key, request, created_at) values ($1, $2, $3, $4, now())
     on conflict (account_uuid, operation, key) do update
       set request = excluded.request, status = null, body = null, created_at = now()
       where i.created_at < now() - interval '24 hours'
          or (i.status is null and i.created_at < now() - interval '1 minute')
     returning request, status, body)
   select true as mine, request, status, body from taken
   union all
   select false, request, status, body from idempotency
    where account_uuid = $1 and operation = $2 and key = $3 and not exists (select from taken)`,
);

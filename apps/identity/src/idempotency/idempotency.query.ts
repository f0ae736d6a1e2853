import { statement } from '@holdfast/platform/persistence';

/** Bytes: only answers above it count. What is shorter is no more than the row that was made. */
export const largeAnswer = 8 * 1024;

interface Kept {
  mine: boolean;
  request: string;
  status: number | null;
  body: string | null;
}

/**
 * One statement decides who came first. A claim older than a day is as good as none, and so is one that was never
 * finished and not renewed for a minute: its gateway died, or does not know what became of the request. By hand,
 * because of two retries at the same moment only one may go on.
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

/**
 * Forgets the older ones of an account's large answers ($1), where the newer ones have $2 bytes. By hand, for the
 * running sum; what another one forgets at the moment is passed over, so that they do not wait for each other.
 */
export const forgetLarge = statement(
  'idempotency_forget_large',
  `with large as (
     select operation, key, sum(octet_length(body)) over (order by created_at desc, operation, key) as bytes
       from idempotency where account_uuid = $1 and octet_length(body) > ${largeAnswer})
   delete from idempotency where ctid = any (array(
     select i.ctid from idempotency i join large using (operation, key)
      where i.account_uuid = $1 and large.bytes > $2 for update of i skip locked))`,
);

/**
 * Forgets what nobody may replay any more, at most `$1`: however much there is, each part of it ends in its time. What
 * somebody claims anew at the moment is passed over.
 */
export const forgetOld = statement<{ count: number }>(
  'idempotency_forget',
  `with gone as (
     delete from idempotency where ctid = any (array(
       select ctid from idempotency where created_at < now() - interval '24 hours' limit $1 for update skip locked))
     returning 1)
   select count(*)::int as count from gone`,
);

import type { IdempotencyAnswer, IdempotencyClaim, IdempotencyFinish } from '@holdfast/contracts';
import { statement } from '@holdfast/platform/persistence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

interface Kept {
  mine: boolean;
  request: string;
  status: number | null;
  body: string | null;
}

/**
 * One statement decides who came first. A claim older than a day is as good as none, and so is one that was
 * never finished: its gateway died, and a minute is longer than any request takes.
 */
const claim = statement<Kept>(
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
const finish = statement(
  'idempotency_finish',
  'update idempotency set status = $5, body = $6 where account_uuid = $1 and operation = $2 and key = $3 and request = $4',
);
const release = statement(
  'idempotency_release',
  'delete from idempotency where account_uuid = $1 and operation = $2 and key = $3 and request = $4 and status is null',
);
const forget = statement(
  'idempotency_forget',
  "delete from idempotency where created_at < now() - interval '24 hours'",
);

@Injectable()
export class IdempotencyStore {
  constructor(private readonly source: DataSource) {}

  async claim(account: string, { operation, key, request }: IdempotencyClaim): Promise<IdempotencyAnswer> {
    const [found] = await claim(this.source, [account, operation, key, request]);
    if (!found) return { state: 'busy' };
    if (found.mine) return { state: 'mine' };
    if (found.request !== request) return { state: 'other' };
    if (found.status === null || found.body === null) return { state: 'busy' };
    return { state: 'kept', status: found.status, body: found.body };
  }

  async finish(account: string, { operation, key, request, status, body }: IdempotencyFinish): Promise<void> {
    await finish(this.source, [account, operation, key, request, status, body]);
  }

  async release(account: string, { operation, key, request }: IdempotencyClaim): Promise<void> {
    await release(this.source, [account, operation, key, request]);
  }

  /** Drops what nobody may replay any more. */
  async forget(): Promise<void> {
    await forget(this.source, []);
  }
}

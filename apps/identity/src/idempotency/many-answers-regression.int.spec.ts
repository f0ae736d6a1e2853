import type { Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';
import { IdempotencyStore } from './idempotency.store.js';

/** One statement dropped them all: when it took too long once there were more an hour later, and none ever went. */
describe('answers that were kept for retries, when they are old', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.source.query(
      `create function bound() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 10000 then raise exception 'too much at once'; end if;
         return null; end $$;
       create trigger bound after delete on idempotency referencing old table as gone
         for each statement execute function bound()`,
    );
  });
  afterAll(() => world.end());

  const keep = (operation: string, count: number, age: string) =>
    world.source.query(
      `insert into idempotency (account_uuid, operation, key, request, status, body, created_at)
        select $1, $2, n::text, '', 201, '{}', now() - interval '${age}' from generate_series(1, ${count}) n`,
      [admin.account.uuid, operation],
    );

  it('are dropped in parts, however many there are, and the others stay', async () => {
    await keep('old', 25_000, '25 hours');
    await keep('new', 5, '23 hours');
    await world.part(IdempotencyStore).forget();
    const left = 'select operation, count(*)::int as count from idempotency group by operation';
    expect(await world.source.query(left)).toEqual([{ operation: 'new', count: 5 }]);
  });
});

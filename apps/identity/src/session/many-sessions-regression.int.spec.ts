import { setTimeout as sleep } from 'node:timers/promises';
import { identityCalls, sessionOperations, userOperations, type Authenticated } from '@holdfast/contracts';
import { sha256, type Principal } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';
import { mostSessions } from './session-removal.query.js';

/** A little more than a statement may remove here. */
const many = 20_100;

// An account had as many sessions as it logged in, and one statement ended them all: with some millions it was neither
// deactivated nor given another password, so that its keys worked on.
describe('sessions of which an account has more than one statement may remove', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let companyKey: string;
  beforeAll(async () => {
    world = await IdentityWorld.start({ sessionDays: 1_000 });
    ({ admin, company_key: companyKey } = await world.company('acme'));
    await world.users(admin, 'jane', 'joe', 'jim', 'jack', 'john');
    for (const id of ['jane', 'joe', 'jim']) await open(id, many);
    await open('jack', mostSessions);
    await open('john', many, 1_001);
    await world.source.query(
      `create function bound_session() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 20000 then raise exception 'too much at once'; end if;
         return null; end $$;
       create trigger bound after delete on session referencing old table as gone
         for each statement execute function bound_session()`,
    );
  });
  afterAll(() => world.end());

  /** The key is a number and the account; that with the lowest was opened first, so many days ago, and used last. */
  const open = (id: string, count: number, days = 1) =>
    world.source.query(
      `insert into session (uuid, account_uuid, id, key_hash, address, created_at, updated_at, last_used_at)
        select gen_random_uuid(), uuid, left(md5(n || id), 24),
            encode(sha256(convert_to(n || id, 'utf8')), 'hex'), '',
            now() - make_interval(days => $3) + make_interval(secs => n), now(), now() - make_interval(secs => n)
          from account, generate_series(1, $2::int) n where id = $1`,
      [id, count, days],
    );
  const login = (id: string) => {
    const body = { company: 'acme', login: id, password: 'Secret123' };
    return world.run<AnyView & { account_key: string }>(sessionOperations.create, undefined, { body });
  };
  const works = async (key: string): Promise<boolean> => {
    const asked = { companyKey, accountKeyHash: sha256(key) };
    return (await world.ask<Authenticated>(identityCalls.authenticate, asked)).principal !== undefined;
  };
  const left = async (id: string): Promise<number> => {
    const counted = await world.source.query<{ count: number }[]>(
      `select count(*)::int as count from session s join account a on a.uuid = s.account_uuid
        where coalesce(a.old_id, a.id) = $1`,
      [id],
    );
    return counted[0].count;
  };

  it('work no more when it is deactivated, and go part by part', async () => {
    expect(await works('20100jane')).toBe(true);
    await world.run(userOperations.delete, admin, { params: { id: 'jane' } });
    for (const n of [1, 10_050, 20_100]) expect(await works(`${n}jane`)).toBe(false);
    const end = Date.now() + 10_000;
    while ((await left('jane')) > 0 && Date.now() < end) await sleep(20);
    expect(await left('jane')).toBe(0);
  });

  it('are gone when it has another password', async () => {
    const body = { password: 'Secret124' };
    await world.run(userOperations.update, admin, { params: { id: 'joe' }, body });
    expect(await left('joe')).toBe(0);
  });

  it('become as many as an account may have, a part with each login', async () => {
    for (let logins = 0; logins < 3; logins += 1) await login('jim');
    expect(await left('jim')).toBe(mostSessions);
  });

  it('end with a login where there are as many as may be: that which is unused for the longest', async () => {
    const { account_key: key } = await login('jack');
    expect(await left('jack')).toBe(mostSessions);
    expect(await works(key)).toBe(true);
    expect(await works('1jack')).toBe(true);
    expect(await works(`${mostSessions}jack`)).toBe(false);
    expect(await works(`${mostSessions - 1}jack`)).toBe(true);
  });

  it('go a part with each login where they are over', async () => {
    const { account_key: key } = await login('john');
    expect(await works(key)).toBe(true);
    expect(await left('john')).toBeLessThan(many);
  });
});

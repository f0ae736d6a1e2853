import { setTimeout as sleep } from 'node:timers/promises';
import {
  projectMemberOperations,
  projectUserOperations,
  subscriberOperations,
  userOperations,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld } from '../identity-world.fixture.js';

/** A little more than two statements remove. */
const projects = 20_100;

/** One statement removed all that an account had of a sort, and with some millions none was ever deactivated. */
describe('the end of an account that has more than one statement may remove', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane', 'joe');
    await world.manyProjects(admin.company.uuid, projects);
    await giveAll('jane');
    for (const table of ['project_account', 'subscriber', 'notification_setting']) await bound(table);
  });
  afterAll(() => world.end());

  /** Without a look at the keys of others, which would take most of the time. */
  const giveAll = async (id: string, project = '%') => {
    const from = `from project p, account a where a.id = '${id}' and p.id like '${project}' on conflict do nothing`;
    await world.source.query(
      `set local session_replication_role = replica;
       insert into project_account (project_uuid, account_uuid, role, created_at, updated_at)
        select p.uuid, a.uuid, 'admin', now(), now() ${from};
       insert into subscriber (project_uuid, account_uuid, created_at) select p.uuid, a.uuid, now() ${from};
       insert into notification_setting (project_uuid, account_uuid, frequency) select p.uuid, a.uuid, 'never' ${from}`,
    );
  };
  /** Stands for the time that a statement has. */
  const bound = (table: string) =>
    world.source.query(
      `create function bound_${table}() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 10000 then raise exception 'too much at once'; end if;
         return null; end $$;
       create trigger bound after delete on ${table} referencing old table as gone
         for each statement execute function bound_${table}()`,
    );
  const left = async (): Promise<number> => {
    const counted = await world.source.query<{ count: number }[]>(
      `select sum(count)::int as count from (select count(*) from project_account union all
         select count(*) from subscriber union all select count(*) from notification_setting) each (count)`,
    );
    return counted[0].count;
  };

  it('is told when its keys have ended, and the rest goes part by part', async () => {
    const ended = await world.run(userOperations.delete, admin, { params: { id: 'jane' } });
    expect(ended).toMatchObject({ id: 'jane-1', old_id: 'jane' });
    const end = Date.now() + 10_000;
    while ((await left()) > 0 && Date.now() < end) await sleep(20);
    expect(await left()).toBe(0);
  });

  it('leaves nothing that counts or is shown, where the service ended before all of it was gone', async () => {
    await giveAll('jane-1', 'p1');
    const project = { project_id: 'p1' };
    const body = { id: 'joe', role: 'admin' };
    await world.run(projectUserOperations.create, admin, { params: project, body });
    const shown = await world.list(projectUserOperations.list, admin, {}, project);
    expect(shown.results).toMatchObject([{ user: { id: 'joe' } }]);
    const members = await world.list(projectMemberOperations.list, admin, {}, project);
    expect(members.results).toMatchObject([{ member: { id: 'joe' } }]);
    const gone = { params: { ...project, id: 'jane-1' } };
    expect(await codeOf(world.run(projectMemberOperations.show, admin, gone))).toBe('not_found');
    expect((await world.list(subscriberOperations.list, admin, {}, project)).results).toEqual([]);
    const demoted = { params: { ...project, id: 'joe' }, body: { role: 'guest' } };
    expect(await errorsOf(world.run(projectUserOperations.update, admin, demoted))).toEqual({
      role: { locked: true },
    });
  });
});

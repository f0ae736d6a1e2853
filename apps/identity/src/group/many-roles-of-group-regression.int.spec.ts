import { jest } from '@jest/globals';
import { groupOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import pg from 'pg';
import { mostNamed } from '../access/access-events.js';
import { IdentityWorld } from '../identity-world.fixture.js';

const projects = 20_100;

// A group that was deleted came with all of its roles into the process, which did nothing else for 2.5 s where there
// were 300,000, and all of them had to be gone in 15 s: one with some millions could never be deleted.
describe('the end of a group that has very many roles', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let company: string;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    company = admin.company.uuid;
    await world.manyProjects(company, projects);
    await bound();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => world.end());

  /** With a role in so many projects. */
  const group = async (id: string, roles: number) => {
    const { uuid } = await world.run(groupOperations.create, admin, { body: { id, name: id } });
    await world.source.query(
      `insert into project_group (project_uuid, group_uuid, role, created_at, updated_at)
        select uuid, $1, 'developer', now(), now() from project limit $2`,
      [uuid, roles],
    );
  };
  const remove = (id: string) => world.run(groupOperations.delete, admin, { params: { group_id: id } });
  /** Stands for the time that a statement has. */
  const bound = () =>
    world.source.query(
      `create function bound_roles() returns trigger language plpgsql as $$ begin
         if (select count(*) from gone) > 10000 and current_setting('statement_timeout') <> '5min' then
           raise exception 'too much at once'; end if;
         return null; end $$;
       create trigger bound after delete on project_group referencing old table as gone
         for each statement execute function bound_roles()`,
    );

  it('has the time that it takes', async () => {
    await group('large', projects);
    await remove('large');
    expect(await world.source.query<unknown[]>('select from project_group limit 1')).toEqual([]);
  });

  it('reads no more of them than an event names, and tells that more has changed', async () => {
    await group('team', mostNamed + 1);
    const sent = jest.spyOn(pg.Client.prototype, 'query');
    await remove('team');
    const answers = await Promise.all(sent.mock.results.map(({ value }) => value as unknown));
    const rows = (answers as ({ rows?: unknown[] } | undefined)[]).map((answer) => answer?.rows?.length ?? 0);
    expect(Math.max(...rows)).toBe(mostNamed);
    expect(world.told.at(-1)?.event).toEqual({ company });
  });
});

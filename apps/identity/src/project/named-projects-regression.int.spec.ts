import {
  identityCalls,
  notificationSettingsOperations,
  type VisibleProjectsAnswer,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';
import { rowsRead } from '../rows-read.fixture.js';

const projects = 20_000;

// PostgreSQL itself; the server's address comes from tools/test. Neither took a turn, and each read all roles of its
// caller: who had 38,000 of them kept everybody from logging in.
describe('projects that are named, for who has a role in very many', () => {
  let world: IdentityWorld;
  let jane: Principal;
  let uuid: string;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    const { admin } = await world.company('acme');
    await world.users(admin, 'jane');
    jane = await world.principal('acme', 'jane');
    await world.manyProjects(admin.company.uuid, projects);
    await world.source.query(`update project set visibility = 'private'`);
    await world.source.query(
      `insert into project_account (project_uuid, account_uuid, role, created_at, updated_at)
        select uuid, $1, 'guest', now(), now() from project`,
      [jane.account.uuid],
    );
    await world.source.query('analyze');
    [{ uuid }] = await world.source.query<[{ uuid: string }]>(`select uuid from project where id = 'p7'`);
  });
  afterAll(() => world.end());

  const set = (...names: string[]) =>
    world.run(notificationSettingsOperations.update, jane, {
      body: { email: names.map((project) => ({ project, interval: 'daily' })) },
    });

  it('are found by a look at each: the settings of notifications', async () => {
    const bad = () => set('p1', 'nope').catch(() => undefined);
    expect(await errorsOf(set('p1', 'nope'))).toEqual({ email: { not_found: true } });
    expect(await rowsRead(world.source, bad)).toBeLessThan(50);
    expect(await rowsRead(world.source, () => set('p1', 'p2', uuid))).toBeLessThan(100);
  });

  it('are found by a look at each: whether the source of a fork is shown', async () => {
    const { company, account } = jane;
    let found: VisibleProjectsAnswer | undefined;
    const asked = { company: company.uuid, account: account.uuid, projects: [uuid] };
    const ask = async () => (found = await world.ask(identityCalls.visibleProjects, asked));
    expect(await rowsRead(world.source, ask)).toBeLessThan(50);
    expect(found).toEqual({ projects: [{ id: 'p7', uuid }], more: false });
  });
});

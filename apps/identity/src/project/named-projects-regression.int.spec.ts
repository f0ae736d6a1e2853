import {
  identityCalls,
  notificationSettingsOperations,
  type VisibleProjectsAnswer,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { jest } from '@jest/globals';
import pg from 'pg';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

const projects = 20_000;

interface Asked {
  text: string;
  values?: unknown[];
}

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

const rowsOf = ({ Plans = [], ...node }: Node): number =>
  (node['Relation Name'] === undefined
    ? 0
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']) +
  Plans.reduce((sum, plan) => sum + rowsOf(plan), 0);

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
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => world.end());

  /** How many rows the database looks at for the call's statements. */
  const rowsRead = async (call: () => Promise<unknown>): Promise<number> => {
    const query = jest.spyOn(pg.Client.prototype, 'query');
    await call();
    const asked = query.mock.calls.map(([first, second]): Asked => {
      const given = first as unknown as string | Asked;
      return typeof given === 'string' ? { text: given, values: second as unknown as unknown[] } : given;
    });
    query.mockRestore();
    let rows = 0;
    for (const { text, values } of asked.filter(({ text }) => /^\s*select/i.test(text))) {
      const [plan] = await world.source.query<[{ 'QUERY PLAN': [{ Plan: Node }] }]>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      rows += rowsOf(plan['QUERY PLAN'][0].Plan);
    }
    return rows;
  };
  const set = (...names: string[]) =>
    world.run(notificationSettingsOperations.update, jane, {
      body: { email: names.map((project) => ({ project, interval: 'daily' })) },
    });

  it('are found by a look at each: the settings of notifications', async () => {
    const bad = () => set('p1', 'nope').catch(() => undefined);
    expect(await errorsOf(set('p1', 'nope'))).toEqual({ email: { not_found: true } });
    expect(await rowsRead(bad)).toBeLessThan(50);
    expect(await rowsRead(() => set('p1', 'p2', uuid))).toBeLessThan(100);
  });

  it('are found by a look at each: whether the source of a fork is shown', async () => {
    const { company, account } = jane;
    let found: VisibleProjectsAnswer | undefined;
    const asked = { company: company.uuid, account: account.uuid, projects: [uuid] };
    const ask = async () => (found = await world.ask(identityCalls.visibleProjects, asked));
    expect(await rowsRead(ask)).toBeLessThan(50);
    expect(found).toEqual({ projects: [{ id: 'p7', uuid }], more: false });
  });
});

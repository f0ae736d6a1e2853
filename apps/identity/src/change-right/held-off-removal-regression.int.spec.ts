import { setTimeout as wait } from 'node:timers/promises';
import {
  projectOperations,
  projectUserOperations,
  subscriberOperations,
  userOperations,
  type CallInput,
  type OperationContract,
} from '@holdfast/contracts';
import type { CallContext, Principal, ProjectScope } from '@holdfast/kernel';
import { codeOf, IdentityWorld } from '../identity-world.fixture.js';

const params = { project_id: 'demo' };
/** Far more than may wait in the database; some that share a lock overtake who wants it alone, as chance has it. */
const many = 120;
const few = 60;

/** Somebody had so many changes wait for a row that the one which ended his rights came after all of them. */
describe('an end of rights amid many changes of who loses them', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let other: Principal;
  let project: ProjectScope;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    ({ admin: other } = await world.company('other'));
    const { uuid } = await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Demo' } });
    project = { uuid, id: 'demo', deleted: false, visibility: 'company', roles: ['admin'] };
  });
  afterAll(() => world.end());

  const projectAdmin = async (id: string): Promise<Principal> => {
    const body = { id, email: `${id}@example.com`, password: 'Secret123' };
    await world.run(userOperations.create, admin, { body });
    await world.run(projectUserOperations.create, admin, { params, body: { id, role: 'admin' } });
    return world.principal('acme', id);
  };
  type Asked = [OperationContract, Partial<CallInput>];
  const putProject: Asked = [projectOperations.update, { params, body: { description: 'once more' } }];

  /** The outcomes of the changes of each, which wait for a row that somebody holds until `during` is over. */
  const flood = async (
    [table, uuid]: [string, string],
    callers: Principal[],
    [operation, input]: Asked,
    during: () => Promise<unknown>,
  ): Promise<string[]> => {
    const holder = world.source.createQueryRunner();
    await holder.startTransaction();
    let outcomes: Promise<string>[];
    try {
      await holder.query(`select 1 from ${table} where uuid = $1 for update`, [uuid]);
      outcomes = callers.flatMap((principal) => {
        const ctx: Partial<CallContext> = { principal, project, admitted: Date.now(), address: '192.0.2.1' };
        return Array.from({ length: many }, () => {
          const call = world.ask(operation.subject, { params: {}, ...input }, { ...ctx });
          return codeOf(call).catch(() => 'done');
        });
      });
      await wait(100);
      await during();
    } finally {
      await holder.rollbackTransaction();
      await holder.release();
    }
    return Promise.all(outcomes);
  };
  /** How many wait for a lock of the database. */
  const waiting = async (): Promise<number> => {
    const [{ count }] = await world.source.query<{ count: number }[]>(
      `select count(distinct pid)::int as count from pg_locks where not granted
       and pid in (select pid from pg_stat_activity where datname = current_database())`,
    );
    return count;
  };
  /** Begins the end of rights, and leaves it when it waits for the row, too. */
  const begins = (removal: () => Promise<unknown>) => async (): Promise<void> => {
    const before = await waiting();
    removals.push(removal());
    for (let turn = 0; turn < 500 && (await waiting()) <= before; turn += 1) await wait(10);
    expect(await waiting()).toBeGreaterThan(before);
  };
  const removals: Promise<unknown>[] = [];
  afterEach(() => Promise.all(removals.splice(0)));
  const counted = (outcomes: string[], code: string): number =>
    outcomes.filter((outcome) => outcome === code).length;
  /** On a busy machine the last of them wait too long, and are `unavailable`. */
  const refusals = (outcomes: string[]): string[] => outcomes.filter((outcome) => outcome !== 'done');

  it.each<[string, string, Asked]>([
    ['his role is taken', 'taken', [projectUserOperations.delete, {}]],
    ['he is demoted', 'demoted', [projectUserOperations.update, { body: { role: 'guest' } }]],
  ])('waits for few of them where %s', async (_, id, [operation, input]) => {
    const bad = await projectAdmin(id);
    const removal = () => world.run(operation, admin, { ...input, params: { ...params, id } });
    const outcomes = await flood(['project', project.uuid], [bad], putProject, begins(removal));
    expect(counted(outcomes, 'done')).toBeLessThan(few);
    expect(refusals(outcomes)).toContain('forbidden');
  });

  it('waits for few of them where his account ends, also of those that are in no audit', async () => {
    const bad = await projectAdmin('gone');
    const removal = () => world.run(userOperations.delete, admin, { params: { id: 'gone' } });
    const subscribe: Asked = [subscriberOperations.subscribe, { params }];
    const outcomes = await flood(['account', bad.account.uuid], [bad], subscribe, begins(removal));
    expect(counted(outcomes, 'done')).toBeLessThan(few);
    expect(refusals(outcomes)).toContain('unauthenticated');
  });

  it('is no reason for others to wait', async () => {
    const crowd = [await projectAdmin('ann'), await projectAdmin('amy')];
    const making = async (): Promise<void> => {
      for (const id of ['one', 'two'])
        await world.run(projectOperations.create, other, { body: { id, name: id } });
    };
    const outcomes = await flood(['project', project.uuid], crowd, putProject, making);
    expect(outcomes).toContain('done');
  });
});

import { randomUUID } from 'node:crypto';
import {
  companyOperations,
  identityCalls,
  projectOperations,
  type KnownStorageAnswer,
  type LeasedStorage,
  type LeaseStorage,
  type ProjectAccessAnswer,
  type StoragePlace,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { codeOf, errorsOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('the ledger of what is stored', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let project: AnyView;
  let place: StoragePlace;
  let companies = 0;
  beforeAll(async () => {
    world = await IdentityWorld.start();
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    ({ admin } = await world.company(`acme${(companies += 1)}`));
    project = await world.run(projectOperations.create, admin, { body: { id: 'pp', name: 'Project' } });
    place = { company: admin.company.uuid, project: project.uuid, repository: randomUUID() };
  });

  const limitCompany = (storage_limit: unknown) =>
    world.ask(identityCalls.limitCompany, { company: admin.company.id, storage_limit });
  const limitProject = (storage_limit: number | null, who = admin) =>
    world.run(projectOperations.update, who, { params: { project_id: 'pp' }, body: { storage_limit } });
  const lease = (fit: number, asked: Partial<LeaseStorage> = {}): Promise<LeasedStorage> =>
    world.ask(identityCalls.leaseStorage, { lease: randomUUID(), place, fit, hold: fit, ...asked });
  const settle = (bytes: number, version: number, more: object = {}, ended: string[] = []) =>
    world.ask(identityCalls.settleStorage, { usages: [{ ...place, bytes, version, ...more }], ended });
  const used = async (): Promise<unknown[]> => [
    (await world.run(companyOperations.show, admin)).storage_used,
    (await world.run(projectOperations.show, admin, { params: { project_id: 'pp' } })).storage_used,
  ];

  it('sums over projects and companies what repositories store', async () => {
    await settle(10, 1);
    await settle(5, 1, { repository: randomUUID() });
    expect(await used()).toEqual([15, 15]);
    await settle(7, 2);
    expect(await used()).toEqual([12, 12]);
  });

  it('takes a report once, and none that is older than what it knows', async () => {
    await settle(10, 5);
    await settle(10, 5);
    await settle(99, 4);
    expect(await used()).toEqual([10, 10]);
  });

  it('takes the first report of a service after what the catalogue told of the repository', async () => {
    await settle(0, 0);
    await settle(10, 0);
    expect(await used()).toEqual([10, 10]);
  });

  it('forgets what is purged, and sums of a project that is no more stay with the company until then', async () => {
    await settle(10, 1);
    await settle(3, 1, { repository: randomUUID(), project: randomUUID() });
    expect(await used()).toEqual([13, 10]);
    await settle(0, 0, { gone: true });
    await settle(0, 0, { gone: true });
    expect(await used()).toEqual([3, 0]);
  });

  it('forgets what is purged after its company', async () => {
    await settle(10, 1);
    await world.source.query('delete from company where uuid = $1', [place.company]);
    await settle(20, 2);
    await settle(0, 0, { gone: true });
    const { places } = await world.ask<KnownStorageAnswer>(identityCalls.knownStorage, {});
    expect(places).not.toContainEqual(place);
  });

  it('names the repositories that it knows', async () => {
    await settle(10, 1);
    const { places } = await world.ask<KnownStorageAnswer>(identityCalls.knownStorage, {});
    expect(places).toContainEqual(place);
  });

  it.each(['company', 'project', 'repository'] as const)(
    'lets nobody past the limit of a %s',
    async (level) => {
      if (level === 'company') await limitCompany(100);
      if (level === 'project') await limitProject(100);
      const limit = level === 'repository' ? { limit: 100 } : {};
      await settle(60, 1);
      expect(await lease(41, limit)).toEqual({ refused: level, limit: 100 });
      const answers = await Promise.all(Array.from({ length: 12 }, () => lease(10, limit)));
      expect(answers.filter((answer) => 'held' in answer)).toHaveLength(4);
    },
  );

  it('gives room back when a lease ends, and may be asked twice for the same', async () => {
    await limitCompany(100);
    const mine = randomUUID();
    expect(await lease(60, { lease: mine })).toEqual({ held: 60 });
    expect(await lease(100, { lease: mine })).toEqual({ held: 100 });
    expect(await lease(1)).toMatchObject({ refused: 'company' });
    await settle(30, 1, {}, [mine]);
    expect(await lease(70)).toEqual({ held: 70 });
  });

  it('gives room back that nobody renews, as after a crash', async () => {
    await limitCompany(100);
    const [dead, alive] = [randomUUID(), randomUUID()];
    await lease(40, { lease: dead });
    await lease(40, { lease: alive });
    await world.source.query(`update storage_lease set expires_at = now() - interval '1 second'`);
    await world.ask(identityCalls.renewStorage, { leases: [alive] });
    expect(await lease(61)).toMatchObject({ refused: 'company' });
    expect(await lease(60)).toEqual({ held: 60 });
  });

  it('does not stop under everything at once', async () => {
    await limitCompany(1_000_000);
    const repositories = Array.from({ length: 8 }, () => randomUUID());
    await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const at = { ...place, repository: repositories[n % 8] };
        const id = randomUUID();
        await lease(10, { lease: id, place: at });
        if (n % 20 === 0) await limitProject(500_000 + n);
        await settle(Math.floor(n / 8) + 1, n + 1, at, [id]);
      }),
    );
    const [{ sum }] = await world.source.query<{ sum: string }[]>(
      'select sum(bytes) from storage_usage where company_uuid = $1',
      [place.company],
    );
    expect(await used()).toEqual([Number(sum), Number(sum)]);
    const rows = await world.source.query<unknown[]>('select from storage_lease where company_uuid = $1', [
      place.company,
    ]);
    expect(rows).toEqual([]);
  });

  describe('limits', () => {
    const scope = async (who = admin) =>
      (await world.ask<ProjectAccessAnswer>(identityCalls.projectAccess, { id: 'pp' }, { principal: who }))
        .project?.storageLimit;

    it('are none at first, and what stands over a project is told with it', async () => {
      expect(await scope()).toBeNull();
      await limitCompany(1000);
      expect(await scope()).toBe(1000);
      expect(await limitProject(10)).toMatchObject({ storage_limit: 10, storage_used: 0 });
      expect(await scope()).toBe(10);
      await limitCompany(null);
      await limitProject(null);
      expect(await scope()).toBeNull();
    });

    it('of one project may be set by many at once', async () => {
      const limits = Array.from({ length: 12 }, (_, n) => n + 1);
      const set = await Promise.all(limits.map((limit) => limitProject(limit)));
      expect(set.map(({ storage_limit }) => storage_limit)).toEqual(limits);
    });

    it('are never above the one over them', async () => {
      await limitCompany(1000);
      expect(await errorsOf(limitProject(1001))).toEqual({ storage_limit: { maximum: 1000 } });
      expect(await errorsOf(limitProject(-1))).toEqual({ storage_limit: { minimum: 0 } });
      expect(await limitProject(1000)).toMatchObject({ storage_limit: 1000 });
      const body = { id: 'qq', name: 'Other', storage_limit: 1001 };
      expect(await errorsOf(world.run(projectOperations.create, admin, { body }))).toEqual({
        storage_limit: { maximum: 1000 },
      });
    });

    it('of projects are company admins’, those of companies the operator’s', async () => {
      const user = { ...admin, companyAdmin: false };
      expect(await codeOf(limitProject(10, user))).toBe('forbidden');
      expect(await limitProject(null, user)).toMatchObject({ storage_limit: null });
      const put = (body: Record<string, number | null>) =>
        world.run(companyOperations.update, admin, { body });
      expect(await errorsOf(put({ storage_limit: 5 }))).toEqual({ storage_limit: { locked: true } });
      expect(await errorsOf(put({ storage_used: 5 }))).toEqual({ storage_used: { locked: true } });
      expect(await put({ storage_limit: null, storage_used: 0 })).toMatchObject({ storage_limit: null });
      expect(await errorsOf(limitCompany('much'))).toEqual({ storage_limit: { invalid: true } });
    });

    it('of a company drop what gateways know of it', async () => {
      await limitCompany(5);
      expect(world.told.at(-1)?.event).toMatchObject({ company: admin.company.uuid });
    });
  });
});

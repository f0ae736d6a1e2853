import {
  groupMemberOperations,
  groupOperations,
  projectGroupOperations,
  projectOperations,
  projectUserOperations,
  subscriberOperations,
  userOperations,
} from '@holdfast/contracts';
import { DomainError, type Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('what ends while something is linked to it', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.run(projectOperations.create, admin, { body: { id: 'demo', name: 'Demo' } });
  });
  afterAll(() => world.end());

  const params = { project_id: 'demo' };
  const user = (id: string) =>
    world.run(userOperations.create, admin, { body: { id, email: `${id}@example.com` } });

  /** All at once; every refusal must be one that the API knows. */
  const together = async (...calls: Promise<unknown>[]): Promise<void> => {
    for (const each of await Promise.allSettled(calls)) {
      if (each.status === 'rejected') {
        expect(each.reason).toBeInstanceOf(DomainError);
        expect(['invalid', 'not_found']).toContain((each.reason as DomainError).code);
      }
    }
  };

  it.each([0, 1, 2, 3, 4, 5])(
    'leaves no role, membership or subscription of an account (%#)',
    async (round) => {
      const id = `leaver${round}`;
      await user(id);
      const leaver = await world.principal('acme', id);
      const group_id = `team${round}`;
      await world.run(groupOperations.create, admin, { body: { id: group_id, name: group_id } });
      await together(
        world.run(userOperations.delete, admin, { params: { id } }),
        world.run(projectUserOperations.create, admin, { params, body: { id, role: 'guest' } }),
        world.run(groupMemberOperations.create, admin, {
          params: { group_id },
          body: { id, role: 'member' },
        }),
        world.run(subscriberOperations.subscribe, leaver, { params }),
      );
      const ids = async (operation: Parameters<IdentityWorld['list']>[0], at: Record<string, string>) =>
        JSON.stringify((await world.list(operation, admin, {}, at)).results);
      expect(await ids(projectUserOperations.list, params)).not.toContain(id);
      expect(await ids(subscriberOperations.list, params)).not.toContain(id);
      expect(await ids(groupMemberOperations.list, { group_id })).not.toContain(id);
    },
  );

  it.each([0, 1, 2, 3, 4, 5])('leaves no role of a group, and faults nowhere (%#)', async (round) => {
    const [group_id, id] = [`gone${round}`, `member${round}`];
    await user(id);
    await world.run(groupOperations.create, admin, { body: { id: group_id, name: group_id } });
    await together(
      world.run(projectGroupOperations.create, admin, { params, body: { id: group_id, role: 'guest' } }),
      world.run(groupOperations.delete, admin, { params: { group_id } }),
      world.run(groupMemberOperations.create, admin, { params: { group_id }, body: { id, role: 'member' } }),
    );
    const { results } = await world.list(projectGroupOperations.list, admin, {}, params);
    expect(results).toEqual([]);
  });
});

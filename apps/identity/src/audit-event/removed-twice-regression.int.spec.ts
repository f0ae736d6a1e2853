import {
  auditEventOperations,
  botOperations,
  botSshKeyOperations,
  groupMemberOperations,
  groupOperations,
  sshKeyOperations,
  userOperations,
} from '@holdfast/contracts';
import { DomainError, type Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';
import { publicKey } from '../ssh-key/public-key.fixture.js';

// Of requests that came at the same time each was answered as if it had removed the thing, and each was recorded.
// PostgreSQL itself; the server's address comes from tools/test.
describe('what several remove at the same time', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.run(groupOperations.create, admin, { body: { id: 'team', name: 'Team' } });
    await world.run(botOperations.create, admin, { body: { id: 'builder' } });
    await world.run(userOperations.create, admin, { body: { id: 'ada', email: 'ada@example.com' } });
  });
  afterAll(() => world.end());

  const recorded = async (operation: string) =>
    (await world.list(auditEventOperations.list, admin, { filters: { operation } })).results.length;

  const end = (call: Promise<unknown>): Promise<unknown> =>
    call.then(
      () => 'done',
      (error: unknown) => (error instanceof DomainError ? error.code : error),
    );

  /** How six of them end, in order. */
  const sixTimes = async (removing: () => Promise<unknown>) =>
    (await Promise.all([...Array(6).keys()].map(() => end(removing())))).sort();
  const once = ['done', ...Array<string>(5).fill('not_found')];

  const member = { params: { group_id: 'team', id: 'ada' } };
  const join = () =>
    world.run(groupMemberOperations.create, admin, {
      params: { group_id: 'team' },
      body: { id: 'ada', role: 'member' },
    });

  it('is gone for all but one, and recorded once: a member of a group', async () => {
    await join();
    expect(await sixTimes(() => world.run(groupMemberOperations.delete, admin, member))).toEqual(once);
    expect(await recorded('group_member.delete')).toBe(1);
  });

  it('is gone for all but one, and recorded once: an SSH key', async () => {
    const body = { title: 'a', content: publicKey('a') };
    const { id } = await world.run(sshKeyOperations.create, admin, { body });
    const removing = () => world.run(sshKeyOperations.delete, admin, { params: { id } });
    expect(await sixTimes(removing)).toEqual(once);
    expect(await recorded('ssh_key.delete')).toBe(1);
  });

  it("is gone for all but one, and recorded once: a bot's SSH key", async () => {
    const body = { title: 'b', content: publicKey('b') };
    const place = { id: 'builder' };
    const { id } = await world.run(botSshKeyOperations.create_of_bot, admin, { params: place, body });
    const params = { ...place, key_id: id };
    expect(await sixTimes(() => world.run(botSshKeyOperations.delete_of_bot, admin, { params }))).toEqual(
      once,
    );
    expect(await recorded('ssh_key.delete_of_bot')).toBe(1);
  });

  it('is changed as often as that is answered and recorded', async () => {
    const changes: unknown[] = [];
    for (let round = 0; round < 5; round += 1) {
      await join();
      const change = { ...member, body: { role: 'admin' } };
      const ends = await Promise.all([
        end(world.run(groupMemberOperations.delete, admin, member)),
        end(world.run(groupMemberOperations.update, admin, change)),
      ]);
      changes.push(ends[1]);
    }
    expect(changes.filter((each) => each !== 'not_found' && each !== 'done')).toEqual([]);
    expect(await recorded('group_member.update')).toBe(changes.filter((each) => each === 'done').length);
  });
});

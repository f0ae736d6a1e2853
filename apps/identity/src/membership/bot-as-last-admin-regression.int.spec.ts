import {
  botOperations,
  projectBotOperations,
  projectOperations,
  projectUserOperations,
} from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { errorsOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('a bot that has made a project, which counted as the admin that the project keeps', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'jane');
    await world.run(botOperations.create, admin, { body: { id: 'maker', company_admin: true } });
    const maker = await world.principal('acme', 'maker');
    await world.run(projectOperations.create, maker, { body: { id: 'made', name: 'Made' } });
  });
  afterAll(() => world.end());

  const project = { project_id: 'made' };
  const bot = { params: { ...project, id: 'maker' } };
  const jane = { params: { ...project, id: 'jane' } };
  const locked = { role: { locked: true } };

  it('is its admin, until a user is', async () => {
    expect(await world.run(projectBotOperations.show, admin, bot)).toMatchObject({ role: 'admin' });
    expect(await errorsOf(world.run(projectBotOperations.delete, admin, bot))).toEqual(locked);
    const demoted = { ...bot, body: { role: 'guest' } };
    expect(await errorsOf(world.run(projectBotOperations.update, admin, demoted))).toEqual(locked);
  });

  it('leaves the last user with that role where he is', async () => {
    const body = { id: 'jane', role: 'admin' };
    await world.run(projectUserOperations.create, admin, { params: project, body });
    expect(await errorsOf(world.run(projectUserOperations.delete, admin, jane))).toEqual(locked);
    const demoted = { ...jane, body: { role: 'guest' } };
    expect(await errorsOf(world.run(projectUserOperations.update, admin, demoted))).toEqual(locked);
    expect(await world.run(projectBotOperations.delete, admin, bot)).toMatchObject({ role: 'admin' });
  });
});

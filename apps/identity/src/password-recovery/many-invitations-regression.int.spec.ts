import { collaboratorOperations, userOperations } from '@holdfast/contracts';
import type { Principal } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test. An admin had the installation write to a stranger as
// often as he liked, hundreds of times a minute.
describe('mails of a company to one address', () => {
  let world: IdentityWorld;
  const admins: Record<string, Principal> = {};
  beforeAll(async () => {
    world = await IdentityWorld.start();
    for (const company of ['acme', 'beta']) admins[company] = (await world.company(company)).admin;
  });
  afterAll(() => world.end());

  const create = (company: string, id: string, registration_email: string): Promise<AnyView> =>
    world.run(userOperations.create, admins[company], {
      body: { id, email: `${id}@example.com`, registration_email },
    });

  it('are five invitations an hour; who is made beyond has none, and is made', async () => {
    for (let n = 1; n <= 6; n += 1)
      expect(
        await create('acme', `u${n}`, n % 2 ? 'victim@example.org' : 'Victim@Example.org'),
      ).toMatchObject({
        id: `u${n}`,
      });
    const body = { id: 'ext', email: 'victim@example.org' };
    await world.run(collaboratorOperations.create, admins.acme, { body });
    await create('beta', 'u1', 'victim@example.org');
    for (const each of ['one', 'two', 'three']) await create('acme', each, `${each}@example.org`);
    for (const told of ['one', 'two', 'three'].map((each) => `login    ${each}`)) await world.mailWith(told);
    for (const told of [1, 2, 3, 4, 5].map((n) => `login    u${n}`)) await world.mailWith('acme', told);
    await world.mailWith('beta', 'login    u1');
    expect(await world.mailsWith('login    u6')).toEqual([]);
    expect(await world.mailsWith('login    ext')).toEqual([]);
  });

  it('are twenty notices of one kind an hour, of however many accounts', async () => {
    const make = async (id: string, email: string): Promise<void> => {
      const body = { id, email, password: 'Secret1234', company_admin: true };
      await world.run(userOperations.create, admins.acme, { body });
      await world.run(userOperations.delete, admins.acme, { params: { id } });
    };
    for (let n = 1; n <= 21; n += 1) await make(`admin-${n}`, 'stranger@example.net');
    await make('admin-last', 'last@example.net');
    await world.mailWith('To: last@example.net', 'a company admin now');
    expect(await world.mailsWith('To: stranger@example.net', 'a company admin now')).toHaveLength(20);
  });
});

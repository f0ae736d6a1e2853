import { identityCalls, projectOperations, sessionOperations, type Authenticated } from '@holdfast/contracts';
import { sha256, type DomainError, type JsonObject, type Principal } from '@holdfast/kernel';
import { IdentityWorld } from '../identity-world.fixture.js';

/** What login answers of keys. */
interface Keys {
  account_key: string;
  company_key: string;
}

// PostgreSQL itself; the server's address comes from tools/test.
describe('projects of an installation that leaves them to company admins', () => {
  let world: IdentityWorld;
  let admin: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start({ projectsByAdminsOnly: true });
    ({ admin } = await world.company('acme'));
    await world.users(admin, 'worker');
  });
  afterAll(() => world.end());

  it('are made by company admins only', async () => {
    const body = { id: 'demo', name: 'Demo' };
    const made = (principal: Principal): Promise<JsonObject> =>
      world.run(projectOperations.create, principal, { body });
    const worker = await world.principal('acme', 'worker');
    const refused = await made(worker).catch((error: DomainError) => error.code);
    expect(refused).toBe('forbidden');
    expect(await made(admin)).toMatchObject({ id: 'demo' });
  });

  it('are known to be so by who asks with an account key, so that it is decided before a body is read', async () => {
    const body = { company: 'acme', login: 'worker', password: 'Secret123' };
    const keys = await world.run<Keys>(sessionOperations.create, undefined, { body });
    const asked = { companyKey: keys.company_key, accountKeyHash: sha256(keys.account_key) };
    const { principal } = await world.ask<Authenticated>(identityCalls.authenticate, asked);
    expect(principal).toMatchObject({ account: { id: 'worker' }, projectsByAdmins: true });
  });
});

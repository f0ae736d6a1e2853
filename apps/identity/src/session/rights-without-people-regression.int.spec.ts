import {
  identityCalls,
  projectOperations,
  rightsAskedOf,
  sessionOperations,
  type Authenticated,
  type RightsAnswer,
  type RightsAsked,
} from '@holdfast/contracts';
import { sha256, type Principal } from '@holdfast/kernel';
import { IdentityWorld, type AnyView } from '../identity-world.fixture.js';

/** The artifact service asks whether an upload may still be stored; whoever is in it asks for more. */
describe('what identity tells the artifact service of an account', () => {
  let world: IdentityWorld;
  let admin: Principal;
  let project: AnyView;
  let caller: Principal;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    const made = await world.company('acme');
    admin = made.admin;
    project = await world.run(projectOperations.create, admin, {
      body: { id: 'demo', name: 'Demo', visibility: 'members' },
    });
    const { account_key: key } = await world.run<{ account_key: string }>(
      sessionOperations.create,
      undefined,
      {
        body: { company: 'acme', login: admin.account.id, password: made.password },
      },
    );
    const asked = { companyKey: made.company_key, accountKeyHash: sha256(key) };
    const { principal } = await world.ask<Authenticated>(identityCalls.authenticate, asked);
    if (!principal) throw new Error('nobody was authenticated');
    caller = principal;
  });
  afterAll(() => world.end());

  const rights = (more: Partial<Record<keyof RightsAsked | 'named', unknown>> = {}): Promise<RightsAnswer> =>
    world.ask(identityCalls.rights, { ...rightsAskedOf(caller, project), ...more });

  it('is what he may do now, and nothing of who he is', async () => {
    expect(await rights()).toEqual({
      caller: { companyAdmin: true },
      project: {
        ...{ deleted: false, visibility: 'members', storageLimit: null },
        roles: expect.any(Array) as string[],
      },
    });
  });

  it('is nothing without his credential, and nothing of projects that are named by their ids', async () => {
    for (const credential of [undefined, null, '', `${caller.credential}x`])
      expect(await rights({ credential })).toEqual({});
    expect(await rights({ project: undefined, named: 'demo' })).toEqual({});
    expect(await rights({ account: project.uuid })).toEqual({});
  });
});

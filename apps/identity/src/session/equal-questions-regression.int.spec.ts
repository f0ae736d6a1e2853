import { botOperations, identityCalls, sessionOperations } from '@holdfast/contracts';
import { IdentityWorld } from '../identity-world.fixture.js';

// A wrong login that is repeated is neither hashed nor counted, and took one statement for an unknown company, two for
// a known one, three for a bot: their time told who exists, with any number of tries.
describe('a wrong login that is repeated', () => {
  let world: IdentityWorld;
  beforeAll(async () => {
    world = await IdentityWorld.start();
    const { admin } = await world.company('acme');
    await world.users(admin, 'jane');
    const body = { id: 'robot', visibility: 'public' as const, password: 'Secret123' };
    await world.run(botOperations.create, admin, { body });
  });
  afterAll(() => world.end());

  const whose = [
    ['nothing', 'jane'],
    ['acme', 'nobody'],
    ['acme', 'jane'],
    ['acme', 'robot'],
  ];
  /** What one of each asks the database, the second time. */
  const asked = async (login: (company: string, login: string) => Promise<unknown>) => {
    const all: string[][] = [];
    for (const [company, id] of whose) {
      await login(company, id);
      const { statements } = await world.counted(() => login(company, id));
      // Refused logins are noted together a moment later, whoever asks then.
      all.push(statements.filter((each) => !each.includes('with ordinality as n(company, login, email')));
    }
    return all;
  };

  it.each(['at the API', 'at Basic doors'])('asks the same whatever there is, %s', async (where) => {
    const [first, ...others] = await asked((company, login) => {
      const wrong = { company, login, password: `Wrong123 ${where}` };
      return where === 'at the API'
        ? world.run(sessionOperations.create, undefined, { body: wrong }).catch(() => undefined)
        : world.ask(identityCalls.verifyPassword, wrong, { address: '192.0.2.1' });
    });
    expect(first).toHaveLength(3);
    expect(others).toEqual([first, first, first]);
  });
});

import { identityCalls, projectOperations } from '@holdfast/contracts';
import { codeOf, IdentityWorld } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('projects for the operator', () => {
  it('are found by what people call them, deactivated ones too', async () => {
    const world = await IdentityWorld.start();
    try {
      const { admin } = await world.company('acme');
      await world.company('beta');
      const body = { id: 'called', name: 'Called' };
      const { uuid } = await world.run(projectOperations.create, admin, { body });
      const named = (company: string, project: string) =>
        world.ask(identityCalls.namedProject, { company, project });
      const place = { company: admin.company.uuid, project: uuid };
      expect(await named('acme', 'called')).toEqual(place);
      expect(await named('acme', uuid)).toEqual(place);
      await world.run(projectOperations.delete, admin, { params: { project_id: 'called' } });
      expect(await named('acme', uuid)).toEqual(place);
      for (const [company, project] of [
        ['acme', 'called'],
        ['beta', uuid],
        ['acme', ''],
      ] as const)
        expect(await codeOf(named(company, project))).toBe('not_found');
    } finally {
      await world.end();
    }
  });
});

import { companyOperations, licenseOperations } from '@holdfast/contracts';
import { errorsOf, IdentityWorld, type AnyView } from '../identity-world.fixture.js';

// PostgreSQL itself; the server's address comes from tools/test.
describe('a company', () => {
  it('is shown to its people and renamed by its admins', async () => {
    const world = await IdentityWorld.start({ seats: 50 });
    try {
      const { admin } = await world.company('acme');
      const shown = await world.run(companyOperations.show, admin);
      expect(shown).toEqual({
        id: 'acme',
        uuid: admin.company.uuid,
        name: 'acme',
        display_name: 'acme',
        storage_limit: null,
        storage_used: 0,
        created_at: shown.created_at,
        updated_at: shown.created_at,
      });
      const rename = (body: object) => world.run(companyOperations.update, admin, { body: body as never });
      expect(await rename({ name: 'Acme Inc.' })).toMatchObject({ display_name: 'Acme Inc.' });
      expect(await errorsOf(rename({ id: 'other', name: '' }))).toEqual({
        id: { locked: true },
        name: { empty: true },
      });
      const license = await world.run<AnyView>(licenseOperations.show, admin);
      expect(license).toEqual({ seats_used: 1, seats: 50, academic: false });
    } finally {
      await world.end();
    }
  });
});

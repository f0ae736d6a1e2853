import { ask } from '../clients/door.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

describe('The metadata of an artifact', () => {
  it('names a version, or names it no more, as soon as that is answered', async () => {
    const admin = await companyAdmin();
    const { url } = await newRepository(admin, await newProject(admin), 'maven');
    const index = async (): Promise<string> =>
      (await ask('GET', `${url}/org/example/a/maven-metadata.xml`, admin)).text();
    for (let version = 1; version <= 60; version += 1) {
      const file = `${url}/org/example/a/${version}/a-${version}.jar`;
      const body = new Uint8Array([version]);
      expect((await ask('PUT', file, admin, { body })).status).toBe(201);
      expect(await index()).toContain(`<version>${version}</version>`);
      expect((await ask('GET', file, admin)).status).toBe(200);
      if (version % 2 === 0) continue;
      expect((await ask('DELETE', file, admin)).status).toBe(204);
      expect((await ask('GET', file, admin)).status).toBe(404);
      expect(await index()).not.toContain(`<version>${version}</version>`);
    }
  });
});

import { must } from '../clients/api.js';
import { companyAdmin, newProject, newRepository } from '../world.js';

// Each directory of a name takes a block of the disk, and nobody asked for room for those that the API made: 36 KB of
// requests passed a limit of 1 MB by 140.
describe('Names of many parts over the API', () => {
  it('are made where a storage limit leaves room for their directories', async () => {
    const admin = await companyAdmin();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    const body = { branch: 'main', message: 'm', modified: [{ path: 'a', content: 'a' }] };
    const commit = String((await must(admin.api.post(`${repository.path}/commits`, body), 201)).id);
    await must(admin.api.put(repository.path, { storage_limit: 1_000_000 }), 200);
    const deep = (name: string, parts: number) => `${name}${'/d'.repeat(parts)}`;
    for (const list of ['branches', 'tags']) {
      const post = async (id: string) =>
        (await admin.api.post(`${repository.path}/${list}`, { id, commit })).status;
      expect([list, await post(deep('far', 900))]).toEqual([list, 507]);
      expect([list, await post(deep('near', 20)), await post('plain')]).toEqual([list, 201, 201]);
    }
  });
});

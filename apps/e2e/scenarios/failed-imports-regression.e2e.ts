import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { must } from '../clients/api.js';
import { WorkingCopy } from '../clients/git.js';
import { endedImport } from '../imported.js';
import { eventually, scratch } from '../scratch.js';
import { newCompany, newProject, newRepository, type Person } from '../world.js';

// What it had brought was measured before it was removed: it counted as stored for an hour, and pushes and uploads of
// the whole company were refused.
describe('An import that finds no room', () => {
  let admin: Person;
  beforeAll(async () => {
    admin = await newCompany();
  });

  it('counts nothing once it has failed', async () => {
    const source = await newRepository(admin, await newProject(admin));
    const work = await WorkingCopy.make(join(await scratch(), 'work'));
    // Of text that nothing makes smaller.
    await work.commit('large', randomBytes(6 << 20).toString('base64'));
    expect(await work.push(admin.in(source.url), 'HEAD:main')).toMatchObject({ status: 0 });
    const small = await newProject(admin);
    await must(admin.api.put(small.path, { storage_limit: 4 << 20 }));
    const target = await newRepository(admin, small);
    const used = async (): Promise<number> => Number((await must(admin.api.get(target.path))).storage_used);
    const asked = { url: source.url, username: admin.id, password: admin.password };
    await must(admin.api.post(`${target.path}/actions/import`, asked), 202);
    const { state, error } = await endedImport(admin, target);
    expect(state).toBe('failed');
    expect(error).toContain('the storage limit of the project is reached');
    // It is measured at once, and once more soon.
    await sleep(3_000);
    await eventually(async () => ((await used()) < 1 << 20 ? true : undefined), 30_000);
  });
});

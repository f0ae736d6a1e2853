import { randomBytes } from 'node:crypto';
import { must } from '../clients/api.js';
import { LfsWire, lfsObject } from '../clients/lfs.js';
import { operate } from '../clients/operator.js';
import { newCompany, newProject, newRepository } from '../world.js';

const limit = 400 << 10;

// What a client asks about uploads is a read, which is counted under no limit: where there was one, it was taken for
// one that had been set meanwhile, and nobody could upload a large file.
describe('Large files of git under a storage limit', () => {
  it.each(['repository', 'project', 'company'] as const)('of the %s go up to it', async (level) => {
    const admin = await newCompany();
    const project = await newProject(admin);
    const repository = await newRepository(admin, project);
    if (level === 'company')
      await operate('company', 'update', admin.company, '--storage-limit', String(limit));
    else {
      const { path } = level === 'repository' ? repository : project;
      await must(admin.api.put(path, { storage_limit: limit }), 200);
    }
    const wire = LfsWire.of(repository.url, admin);
    const upload = async (content: Buffer): Promise<number> => {
      const { oid, size } = lfsObject(content);
      const [line] = (await wire.batch('upload', { oid, size })).objects;
      const answer = await wire.ask('PUT', line.actions?.upload.href ?? '', content);
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await upload(randomBytes(limit / 2))).toBe(200);
    expect(await upload(randomBytes(limit))).toBe(507);
  });
});

import { AuditOutbox } from '@holdfast/platform/audit';
import { ArtifactSystem } from '../testing/artifact-system.js';

const jar = 'com/acme/lib/1.0/lib-1.0.jar';

// PostgreSQL itself; the server's address comes from tools/test.
describe('a deletion of artifacts', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  it('is recorded with its path, once for a directory, and not where it was refused', async () => {
    const on = { repository: system.repository() };
    await system.put(`/${jar}`, 'jar', on);
    expect((await system.delete(`/${jar}`, { ...on, role: 'developer' })).status).toBe(403);
    expect((await system.delete('/com/none', on)).status).toBe(404);
    expect((await system.delete(`/${jar}`, on)).status).toBe(204);
    await system.put(`/${jar}`, 'jar', on);
    expect((await system.delete('/com/acme/', on)).status).toBe(204);
    const { records } = await system.replicas[0].part(AuditOutbox).pending({ collected: [] });
    expect(records.map(({ operation, target }) => [operation, target.id, target.repository?.uuid])).toEqual([
      ['artifact_file.delete', jar, on.repository.uuid],
      ['artifact_file.delete', 'com/acme', on.repository.uuid],
    ]);
    expect(records[0]).toMatchObject({
      account: { id: 'dev' },
      outcome: 'ok',
      target: { project: { id: 'p' } },
    });
  });
});

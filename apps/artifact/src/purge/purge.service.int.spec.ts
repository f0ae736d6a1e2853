import { artifactCalls, filesRemoved } from '@holdfast/contracts';
import type { CallContext } from '@holdfast/kernel';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { PurgeService } from './purge.service.js';

const tables = ['directory', 'file', 'file_index', 'held_checksum', 'usage'];
const ctx: CallContext = { requestId: artifactCalls.purge, deadline: Date.now() + 600_000 };

describe('a purge', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  it('leaves nothing of a repository, and everything of all others', async () => {
    const [replica] = system.replicas;
    const { source, sweep } = replica;
    const [gone, stays] = [{ repository: system.repository() }, { repository: system.repository() }];
    const rows = async (): Promise<number[]> => {
      const count = async (table: string): Promise<number> =>
        (await source.query<{ count: number }[]>(`select count(*)::int as count from artifact.${table}`))[0]
          .count;
      return Promise.all(tables.map(count));
    };
    await system.put('/com/acme/lib/1.0/lib-1.0.jar', 'stays', stays);
    const before = await rows();
    await system.put('/root.txt', 'at the root', gone);
    await system.put('/com/acme/lib/1.0/lib-1.0.jar', 'a jar', gone);
    await system.put('/com/acme/lib/1.0/lib-1.0.pom.sha1', 'a'.repeat(40), gone);
    await system.get('/com/acme/lib/maven-metadata.xml', gone);
    const told = replica.events.length;
    const purge = replica.part(PurgeService);

    expect(await purge.run(ctx, { repository: gone.repository.uuid })).toEqual({ value: undefined });
    expect(await rows()).toEqual(before);
    expect(replica.events.slice(told)).toEqual([filesRemoved]);
    await sweep.sweep(-60_000);
    expect(await system.stored('blobs')).toHaveLength(1);
    expect((await system.get('/com/acme/lib/1.0/lib-1.0.jar', stays)).text).toBe('stays');
    expect((await system.get('/com/acme/lib/1.0/lib-1.0.jar', gone)).status).toBe(404);

    expect(await purge.run(ctx, { repository: gone.repository.uuid })).toEqual({ value: undefined });
    expect(await purge.run(ctx, { repository: "'; drop" })).toMatchObject({ error: { code: 'not_found' } });
  });
});

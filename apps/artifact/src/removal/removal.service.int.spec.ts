import { filesRemoved, indexChanged } from '@holdfast/contracts';
import { ArtifactSystem } from '../testing/artifact-system.js';

const jar = '/com/acme/lib/1.0/lib-1.0.jar';
const snapshot = '/com/acme/lib/1.1-SNAPSHOT/lib-1.1-SNAPSHOT.jar';

// Gateways keep what the service calls lasting; what it says must be true until it says otherwise.
describe('a decision that lasts', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  const lasts = async (path: string, on: object, method = 'GET'): Promise<boolean> =>
    'lasting' in (await system.decide(method, path, on));

  it('is about a released file that may not be replaced, whole and by GET', async () => {
    const on = { repository: system.repository() };
    await system.put(jar, 'jar', on);
    await system.put(snapshot, 'snapshot', on);
    expect(await lasts(jar, on)).toBe(true);
    expect(await lasts(jar, { ...on, headers: { range: 'bytes=0-1' } })).toBe(false);
    expect(await lasts(snapshot, on)).toBe(false);
    expect(await lasts('/com/acme/lib/', on)).toBe(false);
    expect(await lasts('/com/acme/none/1.0/none-1.0.jar', on)).toBe(false);
  });

  it('is none where releases may be replaced', async () => {
    const on = { repository: system.repository({ redeploy: true }) };
    await system.put(jar, 'jar', on);
    expect(await lasts(jar, on)).toBe(false);
  });

  it('ends with a removal, of which every gateway hears', async () => {
    const on = { repository: system.repository() };
    await system.put(jar, 'jar', on);
    const before = system.replicas[0].events.length;
    expect((await system.delete('/com/', on)).status).toBe(204);
    expect(system.replicas[0].events.slice(before)).toEqual([filesRemoved]);
    expect((await system.get(jar, on)).status).toBe(404);
  });

  it('of an index ends with the upload of which every gateway hears, before it is answered', async () => {
    const on = { repository: system.repository() };
    await system.put(jar, 'jar', on);
    const metadata = jar.replace(/[^/]+\/[^/]+$/, 'maven-metadata.xml');
    expect(await lasts(metadata, on)).toBe(true);
    expect(await lasts(`${metadata}.sha1`, on)).toBe(true);
    for (const path of [jar.replaceAll('1.0', '1.1'), metadata]) {
      const before = system.replicas[0].events.length;
      await system.put(path, '<metadata/>', on);
      expect(system.replicas[0].events.slice(before)).toEqual([indexChanged]);
    }
  });
});

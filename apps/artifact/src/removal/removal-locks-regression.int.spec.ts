import { setTimeout as wait } from 'node:timers/promises';
import type { RepositoryScope } from '@holdfast/kernel';
import { locksOf, placeOf } from '../artifact-file/place.js';
import type { Lock } from '../database/locked-transaction.js';
import { ArtifactSystem } from '../testing/artifact-system.js';
import { slowRemovals, walk, whileLocked as heldWhile } from './held-removal.fixture.js';

/**
 * A deletion that can only be refused locked all below an outermost directory, for as long as it walked 840,000
 * directories that a developer had made by 420 uploads: the uploads of others were 503.
 */
describe('the deletion of a directory', () => {
  let system: ArtifactSystem;
  let repository: RepositoryScope;
  beforeAll(async () => {
    system = await ArtifactSystem.start({ replicas: 2 });
    await system.replicas[0].source.query(slowRemovals('deep%'));
  });
  afterAll(() => system.stop());
  beforeEach(() => {
    repository = system.repository();
  });

  const put = async (path: string): Promise<number> =>
    (await system.put(encodeURI(path), 'x', { repository })).status;
  const status = async (path: string): Promise<number> =>
    (await system.get(encodeURI(path), { repository })).status;
  const remove = async (path: string, role: 'admin' | 'developer' = 'admin'): Promise<number> =>
    (await system.delete(encodeURI(path), { repository, role })).status;

  const whileLocked = (locks: Lock[], work: () => Promise<void>): Promise<void> =>
    heldWhile(system.replicas[1].source, locks, work);

  it('is refused before it locks anything', async () => {
    await put('/com/deep/1/x.jar');
    await whileLocked(locksOf(placeOf(repository.uuid, 'com')), async () => {
      expect(await remove('/com/deep/', 'developer')).toBe(403);
    });
    expect(system.replicas[0].events.length).toBe(0);
    expect(await status('/com/deep/1/x.jar')).toBe(200);
  });

  it('of what is not there, or may not be deleted, is refused before it locks anything', async () => {
    for (const path of ['/com/x.jar', '/com/lib/1/lib-1.jar']) await put(path);
    await whileLocked(locksOf(placeOf(repository.uuid, 'com')), async () => {
      const gone = ['/com/none', '/com/none/', '/com/none.sha1', '/com/maven-metadata.xml', '/com/x.jar/'];
      for (const path of gone) expect([path, await remove(path, 'developer')]).toEqual([path, 404]);
      const released = ['/com/x.jar', '/com/x.jar.sha1', '/com/lib/1/lib-1.jar', '/com/lib/1/lib-1.jar.md5'];
      for (const path of released) expect([path, await remove(path, 'developer')]).toEqual([path, 403]);
    });
  });

  it('of a file beside others keeps nobody waiting', async () => {
    for (const path of ['/com/x.jar', '/com/y.jar', '/com/deep/z.jar']) await put(path);
    let removal: Promise<number> | undefined;
    await whileLocked([walk], async () => {
      removal = remove('/com/deep/');
      await wait(500);
      expect(await remove('/com/x.jar')).toBe(204);
      expect(await remove('/com/y.jar.sha1')).toBe(204);
      expect(await put('/com/acme/y.jar')).toBe(201);
    });
    expect(await removal).toBe(204);
    expect(await Promise.all(['/com/x.jar', '/com/y.jar', '/com/deep/'].map(status))).toEqual([
      404, 200, 404,
    ]);
  });

  it('of a file of a version, of a checksum or of an index waits for nobody beside it, and keeps nobody waiting', async () => {
    for (const path of [
      'deep/1-SNAPSHOT/deep.jar',
      '9-SNAPSHOT/com-9-SNAPSHOT.jar',
      '9-SNAPSHOT/com-9-SNAPSHOT.pom',
    ])
      await put(`/org/com/${path}`);
    await put('/org/com/lib/1/lib-1.jar');
    const index = '/org/com/maven-metadata.xml';
    const added =
      '<metadata><plugins><plugin><name>n</name><prefix>p</prefix><artifactId>a</artifactId></plugin></plugins></metadata>';
    expect((await system.put(index, added, { repository })).status).toBeLessThan(300);
    let removal: Promise<number> | undefined;
    await whileLocked([walk], async () => {
      removal = remove('/org/com/deep/');
      await wait(500);
      for (const path of [
        '9-SNAPSHOT/com-9-SNAPSHOT.jar.sha1',
        '9-SNAPSHOT/com-9-SNAPSHOT.jar',
        'maven-metadata.xml',
      ])
        expect([path, await remove(`/org/com/${path}`)]).toEqual([path, 204]);
      expect(await put('/org/com/lib/2/lib-2.jar')).toBe(201);
    });
    expect(await removal).toBe(204);
  });

  it('of a checksum that became a directory meanwhile takes nothing of that', async () => {
    await put('/com/1-SNAPSHOT/x.jar');
    let removal: Promise<number> | undefined;
    await whileLocked(locksOf(placeOf(repository.uuid, 'com/1-SNAPSHOT/x.jar')), async () => {
      removal = remove('/com/1-SNAPSHOT/x.jar.sha1');
      await wait(500);
      await system.replicas[0].source.query('delete from file where repository = $1', [repository.uuid]);
      expect(await put('/com/1-SNAPSHOT/x.jar.sha1/lib/1/lib-1.jar')).toBe(201);
    });
    expect(await removal).toBe(404);
    expect(await status('/com/1-SNAPSHOT/x.jar.sha1/lib/1/lib-1.jar')).toBe(200);
  });

  it('is refused for what is in it and not for what is beside it, however long the paths are', async () => {
    const long = `/${'deep/'.repeat(150)}`;
    for (const directory of ['/com/lib/', long]) {
      await put(`${directory}grüße_%/1-SNAPSHOT/x.jar`);
      for (const other of ['grüße_%0', 'grüße_%-', 'grüße_', 'grüße_x', 'grüße_%.jar'])
        await put(`${directory}${other}/x.jar`);
      expect(await remove(`${directory}grüße_%/`, 'developer')).toBe(204);
      await put(`${directory}grüße_%/1-SNAPSHOT/x.jar`);
      await put(`${directory}grüße_%/1/x.jar`);
      expect(await remove(`${directory}grüße_%/`, 'developer')).toBe(403);
      expect(await remove(directory, 'developer')).toBe(403);
    }
  });

  it('keeps nobody waiting who changes something beside it', async () => {
    for (const path of ['/com/deep/x.jar', '/com/acme/x.jar']) await put(path);
    let ended = false;
    let [removal, below]: Promise<unknown>[] = [];
    await whileLocked([walk], async () => {
      removal = remove('/com/deep/').finally(() => (ended = true));
      await wait(500);
      below = put('/com/deep/later.jar');
      expect(await put('/com/acme/y.jar')).toBe(201);
      expect(await remove('/com/acme/x.jar')).toBe(204);
      expect(await remove('/com/acme/')).toBe(204);
      expect(ended).toBe(false);
    });
    expect(await Promise.all([removal, below])).toEqual([204, 201]);
    expect(await Promise.all(['/com/acme/', '/com/deep/x.jar', '/com/deep/later.jar'].map(status))).toEqual([
      404, 404, 200,
    ]);
  });

  it('takes the directories above that it leaves empty, also together with another', async () => {
    for (const path of ['/com/acme/deep1/x.jar', '/com/acme/deep2/x.jar', '/org/acme/deep/x.jar'])
      await put(path);
    let removals: Promise<number>[] = [];
    await whileLocked([walk], async () => {
      removals = ['/com/acme/deep1/', '/com/acme/deep2/'].map((path) => remove(path));
      await wait(500);
    });
    expect(await Promise.all(removals)).toEqual([204, 204]);
    expect(await remove('/org/acme/deep/x.jar')).toBe(204);
    expect(await Promise.all(['/com/acme/', '/com/', '/org/'].map(status))).toEqual([404, 404, 404]);
  });
});

import { setTimeout as wait } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import { placeOf } from '../artifact-file/place.js';
import { ArtifactSystem } from '../testing/artifact-system.js';

// Uploads of metadata locked the state of the index and then the sums of the repository, deletions beside them the
// other way round: each waited for the other until the database ended one of them, a second later, again and again.
describe('a change that waits for the sums of its repository', () => {
  let system: ArtifactSystem;
  beforeAll(async () => {
    system = await ArtifactSystem.start();
  });
  afterAll(() => system.stop());

  const on = () => ({ repository: system.repository() });
  const index = (prefix: string): string =>
    `<metadata><plugins><plugin><prefix>${prefix}</prefix><artifactId>a</artifactId></plugin></plugins></metadata>`;

  /** What `change` answers, which waits while somebody holds the sums; and whether he finds the state locked then. */
  const beside = async (uuid: string, path: string, change: () => Promise<{ status: number }>) => {
    const [{ source }] = system.replicas;
    const { hash } = placeOf(uuid, path);
    const locked = async (tx: EntityManager): Promise<boolean> => {
      const text = 'select from file_index where directory = $1 for update skip locked';
      return (await tx.query<unknown[]>(text, [hash])).length === 0;
    };
    const holding = async (tx: EntityManager) => {
      await tx.query('select from usage where repository = $1 for update', [uuid]);
      const changing = change();
      await wait(300);
      return { changing, isLocked: await locked(tx) };
    };
    const { changing, isLocked } = await source.transaction(holding);
    return { status: (await changing).status, isLocked };
  };

  it('holds no state of an index', async () => {
    const where = on();
    const { uuid } = where.repository;
    const put = (prefix: string) => system.put('/org/maven-metadata.xml', index(prefix), where);
    expect((await put('one')).status).toBe(201);
    await system.put('/org/x/1-SNAPSHOT/x', 'x', where);
    const path = 'org/maven-metadata.xml';
    expect(await beside(uuid, path, () => put('two'))).toEqual({ status: 204, isLocked: false });
    const remove = () => system.delete('/org/x/', where);
    expect(await beside(uuid, path, remove)).toEqual({ status: 204, isLocked: false });
    expect((await system.get(`/${path}`, where)).text).toContain('two');
  });
});

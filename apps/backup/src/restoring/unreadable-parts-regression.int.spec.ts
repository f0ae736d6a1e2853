import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Installation } from '../installation/installation.js';
import type { Manifest } from '../making/manifest.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { TestPlace, type Sort } from '../test-place.fixture.js';
import { markRestore } from './restore-mark.js';
import { restoreEverything, type Restored } from './restore-everything.js';
import { restorePart, type Part } from './restore-part.js';

const how = { keepsBotKeys: false, keepsMirrors: false, tell: () => undefined };

// One damaged chunk of one artifact ended the restore of an installation before its repositories and its database.
describe('what has come to harm in a backup', () => {
  let source: TestInstallation;
  let place: TestPlace;
  let manifest: Manifest;
  /** By their uuids, as lists have them. */
  let repositories: string[];
  let artifacts: string[];
  const content = randomBytes(300_000);
  beforeAll(async () => {
    source = await TestInstallation.make();
    const made: string[] = [];
    for (const id of ['one', 'two', 'three'])
      made.push(await source.addRepository(id, { HEAD: randomBytes(300_000), 'refs/a': 'a' }));
    artifacts = [await source.addArtifact(made[0], content)];
    for (const uuid of made) artifacts.push(await source.addArtifact(uuid, randomBytes(300_000)));
    repositories = made.sort();
    artifacts.sort();
  });
  afterAll(() => source.end());
  beforeEach(async () => {
    place = await TestPlace.make();
    manifest = await place.create(source.installation);
  });
  afterEach(() => place.end());

  const harm = async (sort: Sort): Promise<void> =>
    place.harm(await place.objectOf(sort, manifest), 'flipped');
  const restored = async (installation: Installation): Promise<Restored> =>
    restoreEverything(installation, await place.vault(), { id: manifest.id, ...how });
  const part = async (of: Part): Promise<Restored> =>
    restorePart(source.installation, await place.vault(), of, { id: manifest.id, ...how });
  const idOf = async (uuid: string): Promise<string> => {
    const asked = 'select id from repository.repository where uuid = $1';
    return (await source.client.query<{ id: string }>(asked, [uuid])).rows[0].id;
  };

  const cases: { sort: Sort; repositories: number; blobs: number; what: string }[] = [
    { sort: 'journal', repositories: 3, blobs: 4, what: 'the journal of node-1' },
    { sort: 'file', repositories: 3, blobs: 4, what: 'the file access.json' },
    { sort: 'repositories', repositories: 0, blobs: 4, what: 'the list of repositories' },
    { sort: 'list', repositories: 2, blobs: 4, what: 'repository ' },
    { sort: 'content', repositories: 2, blobs: 4, what: 'repository ' },
    { sort: 'artifacts', repositories: 3, blobs: 0, what: 'the list of artifacts' },
    { sort: 'artifact', repositories: 3, blobs: 3, what: 'the artifacts with the SHA-256 ' },
  ];
  it.each(cases)(
    'keeps nothing else from being restored, and is told: $sort',
    async ({ sort, what, ...counts }) => {
      await harm(sort);
      const target = await TestInstallation.make({ empty: true });
      const done = await restored(target.installation);
      expect(done).toMatchObject(counts);
      const named =
        { repository: repositories[0], artifact: artifacts[0] }[what.split(' ').at(-2) ?? ''] ?? '';
      expect(done.problems).toEqual([expect.stringContaining(what + named) as string]);
      expect(done.problems[0]).toContain('has come to harm');
      const { rows } = await target.client.query('select count(*)::int as count from repository.repository');
      expect(rows).toEqual([{ count: 3 }]);
      expect(existsSync(target.installation.restoring)).toBe(false);
      await target.end();
    },
  );

  it('ends it before anything has changed where it is rows, and so does a node that is not here', async () => {
    const target = await TestInstallation.make({ empty: true });
    const { installation } = target;
    const without = { ...installation, nodes: { 'node-0': installation.nodes['node-1'] } };
    const { journals } = manifest;
    Object.assign(manifest, { journals: {} });
    const vault = await place.vault();
    await vault.putManifest('moved', { ...manifest, id: 'moved' });
    const moved = restoreEverything(without, vault, { id: 'moved', ...how });
    await expect(moved).rejects.toThrow('the storage node node-1: name it in HOLDFAST_NODES');
    Object.assign(manifest, { journals });
    await harm('rows');
    await expect(restored(installation)).rejects.toThrow(/^the rows of repository\.\w+ cannot be read: /);
    expect(readdirSync(dirname(installation.restoring)).filter((name) => name !== 'artifact')).toEqual([]);
    await target.end();
  });

  it('is put right by the restore of a part, where it is an artifact of the installation', async () => {
    const [sha256] = artifacts;
    const { rows } = await source.client.query<{ id: string }>(
      `select r.id from repository.repository r join artifact.file f on f.repository = r.uuid
        where f.sha256 = decode($1, 'hex')`,
      [sha256],
    );
    const whole = readFileSync(source.blobAt(sha256));
    for (const damaged of [Buffer.alloc(whole.length), Buffer.from('short'), undefined]) {
      await (damaged ? writeFile(source.blobAt(sha256), damaged) : rm(source.blobAt(sha256)));
      const done = await part({ repository: `acme/code/${rows[0].id}` });
      expect(done.problems).toEqual([]);
      expect(readFileSync(source.blobAt(sha256)).equals(whole)).toBe(true);
    }
  });

  it('is not looked at where it is the list of repositories, and artifacts are restored', async () => {
    await source.client.query(
      "insert into repository.repository values (gen_random_uuid(), 'libs', 'maven', 'node-1', $1, $2)",
      [source.company, source.project],
    );
    manifest = await place.create(source.installation);
    await harm('repositories');
    const done = await part({ repository: 'acme/code/libs' });
    expect(done).toMatchObject({ repositories: 0, problems: [] });
    await source.client.query("delete from repository.repository where id = 'libs'");
    await expect(part({ repository: `acme/code/${await idOf(repositories[0])}` })).rejects.toThrow(
      'the list of repositories: ',
    );
  });

  it('keeps nothing else of a company from being restored; its files stay as they are', async () => {
    await harm('content');
    await harm('artifact');
    for (const uuid of repositories) await writeFile(join(source.directoryOf(uuid), 'refs/a'), 'later');
    await writeFile(source.blobAt(artifacts[0]), 'damaged');
    await writeFile(source.blobAt(artifacts[1]), 'damaged');
    const done = await part({ company: 'acme' });
    expect(done).toMatchObject({ repositories: 2, blobs: 3, problems: { length: 2 } });
    const refs = repositories.map((uuid) => readFileSync(join(source.directoryOf(uuid), 'refs/a'), 'utf8'));
    expect(refs).toEqual(['later', 'a', 'a']);
    expect(readFileSync(source.blobAt(artifacts[1]))).toHaveLength(300_000);
    // Nothing is left beside them.
    for (const uuid of repositories)
      expect(readdirSync(dirname(source.directoryOf(uuid)))).toEqual([`${uuid}.git`]);
    await expect(part({ repository: `acme/code/${await idOf(repositories[0])}` })).rejects.toThrow(
      /cannot be put back: .*its files are as they were/,
    );
    expect(existsSync(source.installation.restoring)).toBe(false);
  });

  it('was cut off: only the same is restored before the installation starts', async () => {
    await rm(source.blobAt(artifacts[0]));
    await markRestore(source.installation, 'restore the company other again');
    await expect(part({ company: 'acme' })).rejects.toThrow('did not end: restore the company other again');
    await markRestore(source.installation, 'restore the company acme again');
    // One has come to harm above, before it was copied.
    expect((await part({ company: 'acme' })).problems).toEqual([
      `the artifacts with the SHA-256 ${artifacts[0]} are neither in the backup nor here`,
    ]);
    expect(existsSync(source.installation.restoring)).toBe(false);
  });
});

import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { gitAlone } from '../git-alone.fixture.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { TestPlace, type Sort } from '../test-place.fixture.js';
import { createBackup } from './create-backup.js';
import { deleteBackup, pruneBackups } from './prune-backups.js';
import { verifyBackup } from './verify-backup.js';

const sorts: Sort[] = ['journal', 'file', 'repositories', 'list', 'content', 'artifacts', 'artifact'];
const flipped = (of: Sort[]) => of.map((sort) => ({ sort, how: 'flipped' as const }));
const gone = (of: Sort[]) => of.map((sort) => ({ sort, how: 'gone' as const }));
const directories = (of: Sort[]) => of.map((sort) => ({ sort, how: 'directory' as const }));
const harms = [
  ...flipped([...sorts, 'manifest']),
  ...gone(['list', 'content', 'artifacts', 'artifact']),
  ...directories(['journal', 'list', 'artifact']),
];
const unknown = [...flipped(['manifest', 'list', 'journal']), ...gone(['repositories', 'artifacts'])];
const all = { last: 9, days: 9 };

// One object that came to harm in the place of the backups ended every backup and every prune from then on, or was
// taken over into each later backup.
describe('an object that has come to harm', () => {
  let source: TestInstallation;
  let place: TestPlace;
  beforeAll(async () => {
    source = await TestInstallation.make();
    // Each has a chunk of its own.
    const [first] = [
      await source.addRepository('first', { HEAD: randomBytes(300_000), 'a/b': 'small' }),
      await source.addRepository('second', { HEAD: randomBytes(300_000) }),
    ];
    for (let count = 0; count < 3; count += 1) await source.addArtifact(first, randomBytes(300_000));
  });
  afterAll(() => source.end());
  beforeEach(async () => {
    place = await TestPlace.make();
  });
  afterEach(() => place.end());

  const verified = async (id: string, repair = false) => verifyBackup(await place.vault(), id, { repair });

  it.each(harms)('does not end the next backup: $sort, $how', async ({ sort, how }) => {
    const before = await place.create(source.installation);
    await place.harm(await place.objectOf(sort, before), how);
    const told: string[] = [];
    const next = await place.create(source.installation, told);
    expect(next).toMatchObject({ problems: [], totals: { repositories: 2, blobs: 3 } });
    const passedOver = told.filter((line) => line.includes('passed over'));
    const isRead = ['repositories', 'list', 'artifacts', 'manifest'].includes(sort);
    expect(passedOver).toHaveLength(isRead ? 1 : 0);
    // What is gone is there again. What is another content is only found where all is read.
    const { problems } = await verified(next.id);
    expect(problems).toHaveLength(how !== 'flipped' || sort === 'manifest' ? 0 : 1);
    if (problems.length === 0) return;
    expect(await verified(next.id, true)).toMatchObject({ problems, removed: 1 });
    const healed = await place.create(source.installation);
    for (const { id } of [before, next, healed])
      expect(await verified(id)).toMatchObject({ problems: [], removed: 0 });
  });

  it.each(unknown)(
    'lets nothing be removed as long as nobody knows who needs what: $sort, $how',
    async ({ sort, how }) => {
      const older = await place.create(source.installation);
      const added = await source.addRepository(`for ${sort} ${how}`, { HEAD: randomBytes(1000) });
      await source.addArtifact(added, randomBytes(300_000));
      const { id, ...newer } = await place.create(source.installation);
      await place.harm(await place.objectOf(sort, { id, ...newer }), how);
      const objects = await place.objects();
      const pruned = await pruneBackups(await place.vault(), { last: 1, days: 0 });
      expect(pruned).toMatchObject({ removed: [], kept: [older.id, id], chunks: 0 });
      expect(pruned.problems).toEqual([
        expect.stringMatching(`${id} cannot be read: .*verify --repair ${id}.*backup delete ${id}$`),
      ]);
      expect(await place.objects()).toEqual(objects);
      await deleteBackup(await place.vault(), id);
      // Lists of single repositories are those of the backup before, too.
      if (['list', 'journal'].includes(sort)) return;
      const now = await pruneBackups(await place.vault(), { last: 1, days: 0 });
      expect(now).toEqual({
        removed: [],
        kept: [older.id],
        problems: [],
        chunks: expect.any(Number) as number,
      });
      expect(now.chunks).toBeGreaterThan(0);
      expect((await verified(older.id)).problems).toEqual([]);
    },
  );

  it('is not what a wrong key makes of all objects: nothing is removed or added by it', async () => {
    const { id } = await place.create(source.installation);
    await place.create(source.installation);
    const objects = await place.objects();
    const other = await place.vault('other');
    expect(await pruneBackups(other, all)).toMatchObject({ removed: [], chunks: 0, problems: { length: 2 } });
    await expect(deleteBackup(other, id)).rejects.toThrow('is it the right one?');
    await expect(verifyBackup(other, id, { repair: true })).rejects.toThrow('another key');
    const making = createBackup(
      { installation: source.installation, vault: other, kinds: gitAlone },
      () => undefined,
    );
    await expect(making).rejects.toThrow('is it the right one?');
    expect(await place.objects()).toEqual(objects);
    for (const each of await other.ids()) await deleteBackup(await place.vault(), each);
    await expect(pruneBackups(other, all)).rejects.toThrow('is it the right one?');
    await pruneBackups(await place.vault(), all);
    expect((await place.objects()).filter((name) => /[0-9a-f]{64}$/.test(name))).toEqual([]);
  });

  it('is passed over where it is the only backup, since what else is there opens', async () => {
    const { id } = await place.create(source.installation);
    await place.harm(`backups/${id}`, 'flipped');
    expect((await place.create(source.installation)).problems).toEqual([]);
    await deleteBackup(await place.vault(), id);
    expect(await pruneBackups(await place.vault(), all)).toMatchObject({ removed: [], problems: [] });
    await expect(deleteBackup(await place.vault(), id)).rejects.toThrow('there is no backup');
  });

  it('is said of artifacts that are not what they were when they are copied, and goes into no backup', async () => {
    const content = randomBytes(1000);
    const repository = await source.addRepository('third', { HEAD: 'ref' });
    const sha256 = await source.addArtifact(repository, content);
    await writeFile(source.blobAt(sha256), randomBytes(1000));
    const harmed = await place.create(source.installation);
    expect(harmed.problems).toEqual([`the artifacts with the SHA-256 ${sha256} are not what they were`]);
    await writeFile(source.blobAt(sha256), content);
    const healed = await place.create(source.installation);
    expect([healed.problems, healed.totals.blobs]).toEqual([[], harmed.totals.blobs + 1]);
  });
});

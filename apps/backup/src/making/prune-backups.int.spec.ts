import { randomBytes } from 'node:crypto';
import { TestInstallation } from '../test-installation.fixture.js';
import { TestPlace } from '../test-place.fixture.js';
import { deleteBackup, pruneBackups } from './prune-backups.js';
import { verifyBackup } from './verify-backup.js';

// PostgreSQL itself.
describe('backups of which some are not to be kept', () => {
  let source: TestInstallation;
  let place: TestPlace;
  beforeAll(async () => {
    source = await TestInstallation.make();
  });
  afterAll(() => source.end());
  beforeEach(async () => {
    place = await TestPlace.make();
  });
  afterEach(() => place.end());

  const last = { last: 1, days: 0 };
  const ids = async (): Promise<string[]> => [...(await (await place.vault()).ids())].sort();
  /** Three, each with a repository more than the one before. */
  const three = async (): Promise<string[]> => {
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await source.addRepository(`r${randomBytes(4).toString('hex')}`, { HEAD: randomBytes(100_000) });
      made.push((await place.create(source.installation)).id);
    }
    return made;
  };

  it('go, with what only they needed, and those that stay are whole', async () => {
    const [first, second, third] = await three();
    const before = (await place.objects()).length;
    const pruned = await pruneBackups(await place.vault(), last);
    expect({ ...pruned, removed: [...pruned.removed].sort() }).toMatchObject({
      removed: [first, second].sort(),
      kept: [third],
      problems: [],
    });
    expect(pruned.chunks).toBeGreaterThan(0);
    expect(await place.objects()).toHaveLength(before - pruned.chunks - 2);
    expect(await ids()).toEqual([third]);
    expect((await verifyBackup(await place.vault(), third, { repair: false })).problems).toEqual([]);
    // What is not there any more is stored anew where it is wanted again.
    const next = await place.create(source.installation);
    expect((await verifyBackup(await place.vault(), next.id, { repair: false })).problems).toEqual([]);
  });

  it('stay, all of them, where nothing more is to go', async () => {
    const made = await three();
    const before = await place.objects();
    const pruned = await pruneBackups(await place.vault(), { last: 3, days: 0 });
    expect(pruned).toMatchObject({ removed: [], chunks: 0, problems: [] });
    expect([await ids(), await place.objects()]).toEqual([made.sort(), before]);
  });

  it('that are deleted one by one leave what the others need', async () => {
    const [first, second, third] = await three();
    await deleteBackup(await place.vault(), second);
    expect(await ids()).toEqual([first, third].sort());
    expect((await pruneBackups(await place.vault(), { last: 9, days: 9 })).chunks).toBeGreaterThan(0);
    for (const id of [first, third])
      expect((await verifyBackup(await place.vault(), id, { repair: false })).problems).toEqual([]);
  });
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timedId } from '@holdfast/kernel';
import { brokenDisk, WatchedDisk } from '@holdfast/vcs-spi/conformance';
import { held } from '../job/held-work.fixture.js';
import { IntentJournal } from './intent-journal.js';
import type { Intent } from './intent.js';

// A disk. A push is answered with yes when its intent is there: what is in memory goes with the machine.
describe('the journal of changes of refs, on the disk,', () => {
  let directory: string;
  let disk: WatchedDisk;
  let journal: IntentJournal;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'journal-'));
    disk = await WatchedDisk.of(directory);
    journal = new IntentJournal(directory);
  });
  afterEach(async () => {
    disk.end();
    await journal.shut();
    await rm(directory, { recursive: true });
  });

  const intent = (length = 1): Intent => ({
    ...{ id: timedId(), at: 1, change: 'c', cause: 'push', company: 'acme', project: 'p' },
    repository: { uuid: 'u', id: 'r', type: 'git' },
    updates: [{ ref: `refs/heads/${'x'.repeat(length)}`, sort: 'branch', name: 'x', new: 'a' }],
  });

  it('has the name of its file before that is written to', async () => {
    await journal.open();
    expect(await readdir(directory)).toEqual(['1.log']);
    expect(disk.brought).toEqual(['sync .']);
  });

  it('is not opened where that name is not taken, and leaves nothing', async () => {
    disk.before = brokenDisk;
    await expect(journal.open()).rejects.toThrow('EIO');
    expect(await readdir(directory)).toEqual([]);
  });

  it('has intents before they are confirmed', async () => {
    await journal.open();
    const one = intent();
    const hold = held();
    disk.before = () => {
      hold.begin();
      return hold.finished;
    };
    let isConfirmed = false;
    const confirmed = journal.intend([one]).then(() => (isConfirmed = true));
    await Promise.race([hold.begun, confirmed]);
    expect(await readFile(join(directory, '1.log'), 'utf8')).toContain(one.id);
    expect(isConfirmed).toBe(false);
    hold.finish();
    await confirmed;
    expect(disk.brought).toEqual(['sync .', 'datasync 1.log']);
  });

  it('confirms nothing that is not taken, and what waited for that is taken by itself', async () => {
    await journal.open();
    const hold = held();
    disk.before = async () => {
      hold.begin();
      await hold.finished;
      brokenDisk();
    };
    const refused = journal.intend([intent()]);
    await hold.begun;
    const next = journal.intend([intent()]);
    disk.before = () => undefined;
    hold.finish();
    await expect(refused).rejects.toThrow('EIO');
    await next;
    expect(disk.brought).toEqual(['sync .', 'datasync 1.log']);
  });

  it('has all of a full file, and the name of the next one, before that is written to', async () => {
    await journal.open();
    await journal.intend([intent(5 << 20)]);
    expect(disk.brought).toEqual(['sync .', 'sync .', 'datasync 1.log', 'datasync 2.log']);
    await journal.intend([intent()]);
    expect(disk.brought.slice(4)).toEqual(['datasync 2.log']);
  });
});

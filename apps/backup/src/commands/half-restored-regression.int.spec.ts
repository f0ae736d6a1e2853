import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSoleMaker, asSoleRestorer } from '../database/sole-maker.query.js';
import type { Installation } from '../installation/installation.js';
import { markRestore, unmarkRestore } from '../restoring/restore-mark.js';
import { TestInstallation } from '../test-installation.fixture.js';
import { newKey } from '../vault/vault-key.js';
import { commands } from './commands.js';

// The timer of an installation of images went on while something was restored: rows of before, repositories of after.
// That backup was the newest, and removed those that were good.
describe('a backup while something is restored', () => {
  let test: TestInstallation;
  let installation: Installation;
  let scratch: string;
  beforeEach(async () => {
    test = await TestInstallation.make();
    const { restoring, ...others } = test.installation;
    expect(restoring).toBeDefined();
    installation = others;
    scratch = await mkdtemp(join(tmpdir(), 'commands-'));
    await writeFile(join(scratch, 'key'), newKey());
    await writeFile(join(scratch, 'installation.json'), JSON.stringify(installation));
  });
  afterEach(async () => {
    await test.end();
    await rm(scratch, { recursive: true });
  });

  const create = () =>
    commands.create({
      words: [],
      options: { at: join(scratch, 'backups'), key: join(scratch, 'key') },
      env: { installation: join(scratch, 'installation.json') },
    });
  const told = () => undefined;
  const nothing = () => Promise.resolve();

  it('is not made where that was cut off', async () => {
    await markRestore(installation, 'restore the company acme again');
    await expect(create()).rejects.toThrow(
      'a restore did not end, so no backup is made: restore the company acme again',
    );
    await unmarkRestore(installation);
    expect(await create()).toMatchObject({ failed: false });
  });

  it('is not made, nor is anything else restored', async () => {
    await asSoleRestorer(installation, told, async () => {
      await expect(create()).rejects.toThrow('a restore goes on: no backup is made meanwhile');
      await expect(asSoleRestorer(installation, told, nothing, -1)).rejects.toThrow(
        'a backup is being made, or another restore goes on',
      );
    });
    expect(await create()).toMatchObject({ failed: false });
  });

  it('is waited for where it came first', async () => {
    const lines: string[] = [];
    let restores = false;
    const waiting = await asSoleMaker(installation, async () => {
      const restore = asSoleRestorer(
        installation,
        (line) => lines.push(line),
        () => Promise.resolve((restores = true)),
      );
      for (const late = Date.now() + 10_000; lines.length === 0 && Date.now() < late;)
        await new Promise((done) => setTimeout(done, 100));
      expect([restores, lines]).toEqual([false, ['waits for the end of a backup, or of another restore']]);
      return { restore };
    });
    expect(await waiting.restore).toBe(true);
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { backup } from './backup.mjs';
import { layout } from './paths.mjs';
import { writePidFile } from './pid-files.mjs';
import { privateDirectory, readJson, writePrivateJson } from './private-files.mjs';
import { thisProcess } from './process-identity.mjs';
import { databaseOwners } from './services.mjs';
import { readSettings } from './settings.mjs';

describe('what a backup is made of', () => {
  /** @type {string} */
  let directory;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'backup-of-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const settings = () => readSettings({ PATH: process.env.PATH, HOLDFAST_HOME: directory });

  // A timer made the last backup of a home of which half had been restored.
  it('is no home of which a restore was cut off', async () => {
    const { restoring } = layout(directory);
    mkdirSync(dirname(restoring), { recursive: true });
    writeFileSync(restoring, 'restore the company acme again\n');
    await expect(backup(settings(), ['create'])).rejects.toThrow(
      'did not end: restore the company acme again',
    );
  });

  // The installation that a timer's backup restored had another secret: the keys of all companies were others.
  it.each([true, false])(
    'has the stored secret only if the installation runs with it: given %s',
    async (hasSecret) => {
      const home = layout(directory);
      privateDirectory(home.run);
      writePidFile(home.pidFile('supervisor'), thisProcess());
      const services = Object.fromEntries([...databaseOwners, 'artifact'].map((name) => [name, {}]));
      writePrivateJson(home.instance, { services, nodes: {}, hasSecret });
      // The program that it starts ends at once: nobody has named a key.
      expect(await backup(settings(), ['create'])).not.toBe(0);
      const written = /** @type {{ secrets?: string }} */ (readJson(join(home.run, 'backup.json')));
      expect(written.secrets).toBe(hasSecret ? undefined : home.secrets);
    },
  );
});

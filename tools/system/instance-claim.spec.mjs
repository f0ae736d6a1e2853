import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AlreadyRunning, Instance } from './instance.mjs';
import { layout } from './paths.mjs';
import { writePidFile } from './pid-files.mjs';
import { identify } from './process-identity.mjs';
import { readSettings } from './settings.mjs';

// It took from the running instance the note of how that one is reached, and the next tools/up waited for it for ever.
describe('an instance whose home another one has', () => {
  const settings = readSettings({ HOLDFAST_HOME: mkdtempSync(join(tmpdir(), 'claim-')) });
  const home = layout(settings.home);
  afterAll(() => rmSync(settings.home, { recursive: true }));

  it('leaves what that one has noted', async () => {
    mkdirSync(home.run, { recursive: true });
    writeFileSync(home.instance, '{}');
    const parent = identify(process.ppid);
    if (!parent) throw new Error('nobody has started this');
    writePidFile(home.pidFile('supervisor'), parent);
    const instance = new Instance(settings, () => () => {});
    await expect(instance.claim()).rejects.toThrow(AlreadyRunning);
    await instance.stop();
    expect(existsSync(home.instance)).toBe(true);
    expect(existsSync(home.pidFile('supervisor'))).toBe(true);
  });
});

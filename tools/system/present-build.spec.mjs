import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layout } from './paths.mjs';
import { writePidFile } from './pid-files.mjs';
import { runsFromHere } from './present-build.mjs';
import { thisProcess } from './process-identity.mjs';

// The timer that makes backups installed and built what was pulled, under an installation of what had been there.
describe('what this checkout has built', () => {
  const settings = { home: mkdtempSync(join(tmpdir(), 'present-build-')) };
  const home = layout(settings.home);
  beforeAll(() => mkdirSync(home.run));
  beforeEach(() => rmSync(home.instance, { force: true }));
  afterAll(() => rmSync(settings.home, { recursive: true }));

  it('may be replaced where nothing runs', () => {
    expect(runsFromHere(settings)).toBe(false);
    writeFileSync(home.instance, '{}');
    expect(runsFromHere(settings)).toBe(false);
  });

  it('is not replaced under an installation that runs from it, or is started, or is of before', () => {
    writePidFile(home.pidFile('supervisor'), thisProcess());
    expect(runsFromHere(settings, '/here')).toBe(true);
    for (const noted of [{}, { checkout: '/here' }]) {
      writeFileSync(home.instance, JSON.stringify(noted));
      expect(runsFromHere(settings, '/here')).toBe(true);
    }
  });

  it('may be replaced where what runs is of another checkout', () => {
    writePidFile(home.pidFile('supervisor'), thisProcess());
    writeFileSync(home.instance, '{"checkout": "/there"}');
    expect(runsFromHere(settings, '/here')).toBe(false);
  });
});

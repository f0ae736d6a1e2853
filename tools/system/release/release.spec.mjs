import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkout } from '../paths.mjs';
import { parsed } from '../private-files.mjs';
import { ask } from '../setup/execute.mjs';
import { purpose, signSums, sumsFile, writeSums } from './sums.mjs';
import { changesOf, problemsOf, versionOf } from './versions.mjs';

/** @type {string} */
let room;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), 'holdfast-release-spec-'));
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

describe('A checkout', () => {
  it('is of one version, of which the changelog says what has changed', () => {
    expect(problemsOf(checkout)).toEqual([]);
    expect(changesOf(checkout, versionOf(checkout))?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  /** All that says a version, elsewhere. */
  const copied = () => {
    const lock = /** @type {{ packages: Record<string, unknown> }} */ (
      parsed(readFileSync(join(checkout, 'package-lock.json'), 'utf8'))
    );
    const folders = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'));
    const files = ['package-lock.json', 'CHANGELOG.md', 'deploy/helm/holdfast/Chart.yaml'];
    for (const file of [...files, ...folders.map((each) => join(each, 'package.json'))]) {
      mkdirSync(dirname(join(room, file)), { recursive: true });
      cpSync(join(checkout, file), join(room, file));
    }
  };

  it.each([
    [
      'libs/kernel/package.json',
      /"version": "[^"]+"/,
      '"version": "9.9.9"',
      'libs/kernel/package.json says 9.9.9',
    ],
    [
      'deploy/helm/holdfast/Chart.yaml',
      /^version: .+$/m,
      'version: 9.9.9',
      'Chart.yaml (version) says 9.9.9',
    ],
    ['deploy/helm/holdfast/Chart.yaml', /^appVersion: .+$/m, '', 'Chart.yaml (appVersion) says no version'],
    ['CHANGELOG.md', /^## \d.*$/m, '## 9.9.9 (2026-01-01)', 'CHANGELOG.md has no changes'],
  ])('is no release where %s says something else (%s)', (file, sought, other, problem) => {
    copied();
    expect(problemsOf(room)).toEqual([]);
    const text = readFileSync(join(room, file), 'utf8');
    writeFileSync(join(room, file), text.replace(sought, other));
    expect(problemsOf(room)).toEqual([expect.stringContaining(problem)]);
  });
});

describe('The files of a release', () => {
  /** As docs/guides/releasing.md has others look. @param {string} who */
  const verified = (who) =>
    spawnSync(
      'ssh-keygen',
      [
        ...['-Y', 'verify', '-f', join(room, 'signers'), '-I', who, '-n', purpose],
        ...['-s', join(room, 'files', `${sumsFile}.sig`)],
      ],
      { input: readFileSync(join(room, 'files', sumsFile)) },
    ).status;
  const compared = () =>
    spawnSync('sha256sum', ['--check', '--strict', '--quiet', sumsFile], { cwd: join(room, 'files') }).status;

  it('are what the one who has the key has signed', async () => {
    const files = join(room, 'files');
    mkdirSync(files);
    for (const name of ['one.tar.gz', 'two.tgz']) writeFileSync(join(files, name), name);
    ask('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(room, 'key'));
    writeFileSync(
      join(room, 'signers'),
      `releases@example.org ${readFileSync(join(room, 'key.pub'), 'utf8')}`,
    );
    await writeSums(files);
    signSums(files, join(room, 'key'));
    expect(readFileSync(join(files, sumsFile), 'utf8')).toMatch(
      /^[0-9a-f]{64} {2}one\.tar\.gz\n.* {2}two\.tgz\n$/,
    );
    expect([verified('releases@example.org'), compared()]).toEqual([0, 0]);
    expect(verified('others@example.org')).not.toBe(0);
    writeFileSync(join(files, 'two.tgz'), 'another');
    expect([verified('releases@example.org'), compared()]).toEqual([0, 1]);
    appendFileSync(join(files, sumsFile), 'more\n');
    expect(verified('releases@example.org')).not.toBe(0);
  });

  it('are none where nobody can sign', async () => {
    mkdirSync(join(room, 'files'));
    await writeSums(join(room, 'files'));
    expect(() => signSums(join(room, 'files'), join(room, 'none'))).toThrow('could not be signed');
  });
});

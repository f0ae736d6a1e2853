import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'prepare.mjs');

describe('The preparation of an installation of images', () => {
  const directory = mkdtempSync(join(tmpdir(), 'prepare-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const users = join(directory, 'nats', 'accounts.conf');
  const prepare = () => execFileSync(process.execPath, ['--no-warnings', program, directory, '--broker']);

  // It was written in its place: a broker that started again at that moment, or after a full disk, read a part of it.
  it('replaces the users of the broker as a whole, for whoever the broker runs as', () => {
    prepare();
    const before = statSync(users);
    prepare();
    expect(statSync(users).ino).not.toBe(before.ino);
    expect(statSync(users).mode & 0o777).toBe(0o644);
    expect(readdirSync(join(directory, 'nats')).sort()).toEqual(['accounts.conf', 'logins.json']);
  });
});

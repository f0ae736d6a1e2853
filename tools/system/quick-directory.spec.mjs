import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { quickDirectory } from './quick-directory.mjs';

describe('the directory of a test run', () => {
  const said = process.env.TMPDIR;
  /** @type {string[]} */
  const made = [];
  const directory = () => {
    made.push(quickDirectory('holdfast-quick-'));
    return made[made.length - 1];
  };
  afterEach(() => {
    process.env.TMPDIR = said;
    if (said === undefined) delete process.env.TMPDIR;
    for (const each of made.splice(0)) rmSync(each, { recursive: true, force: true });
  });

  it('is where somebody says', () => {
    const here = mkdtempSync(join(tmpdir(), 'holdfast-said-'));
    made.push(here);
    process.env.TMPDIR = here;
    expect(dirname(directory())).toBe(here);
  });

  it('is in memory or among the temporary files, and has nothing left in it', () => {
    delete process.env.TMPDIR;
    const there = directory();
    expect(['/dev/shm', tmpdir()]).toContain(dirname(there));
    expect(readdirSync(there)).toEqual([]);
  });
});

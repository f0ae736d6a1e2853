import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLeftOpen } from './left-open.mjs';

describe('a run of tests', () => {
  const directory = mkdtempSync(join(tmpdir(), 'left-open-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const writes = 'fs.writeFileSync(process.argv[1], "{}");';
  const stays = 'setInterval(() => {}, 1000);';
  /** @param {string} name @param {string} code */
  const run = (name, code) => {
    const results = join(directory, name);
    return { results, child: spawn(process.execPath, ['-e', code, results], { stdio: 'ignore' }) };
  };

  it('is ended where it goes on though its results are written, and that is told', async () => {
    const { child, results } = run('stays', writes + stays);
    expect(await endLeftOpen(child, results, { every: 10, grace: 50 })).toBe(true);
    expect(child.signalCode).toBe('SIGKILL');
  });

  it('is left alone where it ends by itself, and where it has no results yet', async () => {
    const ends = run('ends', writes);
    expect(await endLeftOpen(ends.child, ends.results, { every: 10, grace: 60_000 })).toBe(false);
    expect(ends.child.exitCode).toBe(0);
    const works = run('works', stays);
    await once(works.child, 'spawn');
    const told = endLeftOpen(works.child, works.results, { every: 10, grace: 0 });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(works.child.signalCode).toBeNull();
    works.child.kill('SIGKILL');
    expect(await told).toBe(false);
  });
});

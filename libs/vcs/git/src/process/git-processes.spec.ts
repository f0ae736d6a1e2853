import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitProcesses } from './git-processes.js';

describe('the memory of git', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-programs-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  /** It tells its bound instead (KiB). */
  writeFileSync(join(directory, 'git'), '#!/bin/sh\nulimit -d\n', { mode: 0o755 });

  /** In MiB. `most`: of those of which nothing is said; `memory`: what is said of this one. */
  const boundOf = async (most?: number, memory?: number, command: 'version' | 'rev-list' = 'version') => {
    const processes = new GitProcesses({ mark: 'memory', path: `${directory}:/usr/bin:/bin`, memory: most });
    const { stdout } = await processes.run({ command }, { memory });
    return Number(stdout) / 1024;
  };
  const ours = Infinity;

  it('is bounded where nothing is said of it, as the memory of a push is where that is more', async () => {
    expect(await boundOf()).toBe(256);
    expect(await boundOf(64 << 20)).toBe(256);
    expect(await boundOf(512 << 20)).toBe(512);
    expect(await boundOf(undefined, undefined, 'rev-list')).toBe(512);
  });

  it('is bounded as it is said, or as that of this process', async () => {
    expect(await boundOf(512 << 20, 64 << 20)).toBe(64);
    expect(await boundOf(512 << 20, ours)).not.toBe(512);
  });
});

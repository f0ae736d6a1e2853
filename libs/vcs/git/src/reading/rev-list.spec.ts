import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GitProcesses } from '../process/git-processes.js';
import { listedIds } from './rev-list.js';

describe('a history for which there is too little time', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-late-'));
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
  const processes = new GitProcesses({ mark: join(directory, 'state'), path: `${directory}:/usr/bin:/bin` });
  // It tells two commits and the beginning of a third, and does not end.
  const script = ['#!/bin/sh', `printf '${a}\\n${b}\\n${c.slice(0, 20)}'`, 'exec sleep 600'];
  writeFileSync(join(directory, 'git'), script.join('\n'), { mode: 0o755 });
  afterAll(async () => {
    await processes.stop();
    rmSync(directory, { recursive: true });
  });
  const listed = (query: object, over: AbortSignal) =>
    listedIds(processes, directory, { from: c, offset: 0, limit: 9, oldestFirst: false, ...query }, over);

  it('is what was told until it was over', async () => {
    expect(await listed({}, AbortSignal.timeout(1_500))).toEqual({ ids: [a, b], cut: true });
    expect(await listed({}, AbortSignal.abort())).toEqual({ ids: [], cut: true });
  });

  it('is nothing the other way round', async () => {
    const over = AbortSignal.timeout(1_000);
    expect(await listed({ oldestFirst: true }, over)).toEqual({ ids: [], cut: true });
    expect(await listed({ oldestFirst: true, text: 'a\nb' }, over)).toEqual({ ids: [], cut: true });
  });
});

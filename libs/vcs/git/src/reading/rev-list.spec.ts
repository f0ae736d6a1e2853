import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { GitProcesses } from '../process/git-processes.js';
import { listedIds } from './rev-list.js';

describe('a history for which there is too little time', () => {
  const directory = mkdtempSync(join(tmpdir(), 'hf-late-'));
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(40));
  const processes = new GitProcesses({ mark: join(directory, 'state'), path: `${directory}:/usr/bin:/bin` });
  // It tells two commits and the beginning of a third, and does not end.
  const said = join(directory, 'said');
  const script = ['#!/bin/sh', `printf '${a}\\n${b}\\n${c.slice(0, 20)}'`, `: > '${said}'`, 'exec sleep 600'];
  writeFileSync(join(directory, 'git'), script.join('\n'), { mode: 0o755 });
  afterAll(async () => {
    await processes.stop();
    rmSync(directory, { recursive: true });
  });
  const listed = (query: object, over: AbortSignal) =>
    listedIds(processes, directory, { from: c, offset: 0, limit: 9, oldestFirst: false, ...query }, over);

  /** Over as soon as git has said what it says, however slow the machine is. */
  const onceSaid = async (query: object) => {
    rmSync(said, { force: true });
    const over = new AbortController();
    const found = listed(query, over.signal);
    while (!existsSync(said)) await setTimeout(20);
    over.abort();
    return found;
  };
  const refused = { code: 'unavailable' };

  it('is what was told until it was over, and refused where that is nothing', async () => {
    expect(await onceSaid({})).toEqual({ ids: [a, b], cut: true });
    await expect(listed({}, AbortSignal.abort())).rejects.toMatchObject(refused);
  });

  it('is refused the other way round', async () => {
    await expect(onceSaid({ oldestFirst: true })).rejects.toMatchObject(refused);
    await expect(onceSaid({ oldestFirst: true, text: 'a\nb' })).rejects.toMatchObject(refused);
  });
});

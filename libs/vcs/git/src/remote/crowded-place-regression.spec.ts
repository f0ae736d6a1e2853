import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { loopShare } from '@holdfast/kernel';
import { IncomingPlace } from './incoming-place.js';

// A fetch makes a file for each reference of the remote, and all were removed in one turn of the event loop through
// which all transfers go: 50,000 took 0.4 s of it, after each run of a mirror.
describe('a place for what comes from a remote with very many references', () => {
  const count = 500;
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'incoming-'));
    await mkdir(join(directory, 'incoming/refs/heads'), { recursive: true });
    for (let at = 0; at < count; at += 1)
      await writeFile(join(directory, 'incoming/refs/heads', `b${at}`), '');
    // As if others always waited.
    jest.spyOn(loopShare, 'isOver', 'get').mockReturnValue(true);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await rm(directory, { recursive: true });
  });

  it('is removed in turns', async () => {
    const pass = jest.spyOn(loopShare, 'pass');
    await new IncomingPlace(directory).remove();
    expect(pass.mock.calls.length).toBeGreaterThanOrEqual(count);
    expect(await readdir(directory)).toEqual([]);
  });
});

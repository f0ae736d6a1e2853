import { jest } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitWorld } from '../git-world.fixture.js';
import { GitProcesses } from '../process/git-processes.js';
import { ReferenceStates } from './references-state.js';

describe('the state of references', () => {
  const world = GitWorld.ofSuite();
  const owner = { company: 'acme', account: 'eve' };
  let processes: GitProcesses;
  let states: ReferenceStates;
  beforeEach(() => {
    processes = new GitProcesses({ mark: world.root, path: '/usr/local/bin:/usr/bin:/bin' });
    states = new ReferenceStates(processes);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await processes.stop();
  });

  const stateOf = (directory: string, gone = new AbortController().signal): Promise<string> =>
    states.of({ directory, owner }, gone);
  /** What has happened so far, and what follows, happens at this moment. */
  const stopClock = (): void => void jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  /** What has happened so far lies a minute back. */
  const later = (): void => void jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);

  it('changes with each of them, and with nothing else', async () => {
    const { directory, tip } = await world.seeded(2);
    const before = await world.must(['rev-parse', `${tip}^`], { cwd: directory });
    const seen = new Set([await stateOf(directory)]);
    const changes = [
      ['update-ref', 'refs/tags/v1', tip],
      ['update-ref', 'refs/heads/a/b/c', tip],
      ['update-ref', 'refs/heads/other', tip],
      ['symbolic-ref', 'refs/heads/link', 'refs/heads/a/b/c'],
      ['symbolic-ref', 'refs/heads/link', 'refs/heads/other'],
      ['update-ref', 'refs/heads/a/b/c', before],
      ['update-ref', 'refs/notes/commits', tip],
      ['update-ref', 'refs/replace/x', tip],
      ['update-ref', '-d', 'refs/tags/v1'],
      ['symbolic-ref', 'HEAD', 'refs/heads/a/b/c'],
      ['symbolic-ref', 'HEAD', 'refs/heads/not/yet'],
      ['update-ref', '--no-deref', 'HEAD', tip],
      ['update-ref', '--no-deref', 'HEAD', before],
    ];
    const others = [
      ['hash-object', '-w', 'HEAD'],
      ['pack-refs', '--all'],
      ['gc', '--quiet'],
    ];
    for (const [at, words] of changes.entries()) {
      await world.must(words, { cwd: directory });
      seen.add(await stateOf(directory));
      expect([words, seen.size]).toEqual([words, at + 2]);
      if (at % 4 > 0) continue;
      for (const other of others) {
        await world.must(other, { cwd: directory });
        seen.add(await stateOf(directory));
        expect([words, other, seen.size]).toEqual([words, other, at + 2]);
      }
    }
    await mkdir(join(directory, 'refs/heads/of/a/push/that/failed'), { recursive: true });
    expect(seen.has(await stateOf(directory))).toBe(true);
  });

  it('is what it was once a reference is back', async () => {
    const { directory, tip } = await world.seeded(2);
    const before = await world.must(['rev-parse', `${tip}^`], { cwd: directory });
    const move = (id: string) => world.must(['update-ref', 'refs/heads/moved', id], { cwd: directory });
    await move(tip);
    const first = await stateOf(directory);
    await move(before);
    expect(await stateOf(directory)).not.toBe(first);
    await move(tip);
    expect(await stateOf(directory)).toBe(first);
  });

  it('changes with the second of two changes that no clock tells apart', async () => {
    const { directory, tip } = await world.seeded(2);
    const before = await world.must(['rev-parse', `${tip}^`], { cwd: directory });
    await world.must(['update-ref', 'refs/heads/moved', tip], { cwd: directory });
    stopClock();
    const first = await stateOf(directory);
    // Written by a rename at the same moment, it would look from outside as it does when written in its place.
    await writeFile(join(directory, 'refs/heads/moved'), `${before}\n`);
    const second = await stateOf(directory);
    expect(second).not.toBe(first);
    const changed = stateOf(directory);
    await world.must(['update-ref', 'refs/heads/moved', tip], { cwd: directory });
    expect([first, second]).toContain(await changed);
    expect(await stateOf(directory)).toBe(first);
  });

  it('is listed once, by one of all who ask, unless they have just changed', async () => {
    const { directory, tip } = await world.seeded(1);
    stopClock();
    const start = jest.spyOn(processes, 'start');
    const young = [await stateOf(directory), await stateOf(directory)];
    expect(start).toHaveBeenCalledTimes(2);
    later();
    const all = await Promise.all(Array.from({ length: 20 }, () => stateOf(directory)));
    expect(new Set([...young, ...all]).size).toBe(1);
    expect(start).toHaveBeenCalledTimes(3);
    await world.must(['pack-refs', '--all'], { cwd: directory });
    expect([await stateOf(directory), await stateOf(directory)]).toEqual(young);
    expect(start).toHaveBeenCalledTimes(4);
    await world.must(['update-ref', 'refs/tags/v1', tip], { cwd: directory });
    expect(young).not.toContain(await stateOf(directory));
  });

  it('is told by what lies there as long as git does not list them', async () => {
    const { directory, tip } = await world.seeded(1);
    later();
    const start = jest.spyOn(processes, 'start').mockImplementation(() => {
      throw new Error('no process can be started');
    });
    const first = await stateOf(directory);
    expect(await stateOf(directory)).toBe(first);
    await world.must(['update-ref', 'refs/tags/v1', tip], { cwd: directory });
    const second = await stateOf(directory);
    expect(second).not.toBe(first);
    start.mockRestore();
    const listed = await stateOf(directory);
    expect([first, second]).not.toContain(listed);
    await world.must(['pack-refs', '--all'], { cwd: directory });
    expect(await stateOf(directory)).toBe(listed);
    await writeFile(join(directory, 'HEAD'), 'damaged\n');
    expect(await stateOf(directory)).not.toBe(listed);
  });

  it('is listed for nobody who has left', async () => {
    const { directory } = await world.seeded(1);
    later();
    const start = jest.spyOn(processes, 'start');
    const left = await stateOf(directory, AbortSignal.abort());
    expect(start).not.toHaveBeenCalled();
    const leaving = new AbortController();
    start.mockImplementationOnce((...words) => {
      setImmediate(() => leaving.abort());
      return processes.startOther('sleep', ['60'], words[2]);
    });
    expect(await stateOf(directory, leaving.signal)).toBe(left);
    expect(await stateOf(directory)).not.toBe(left);
    expect(start).toHaveBeenCalledTimes(2);
  });
});

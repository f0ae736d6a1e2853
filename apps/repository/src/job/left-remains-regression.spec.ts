import { jest } from '@jest/globals';
import { log } from '@holdfast/platform/observability';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { JobRow } from './job.entity.js';
import { JobKinds } from './job-kinds.js';
import { LeftRemains } from './left-remains.js';

// What a large import had left was given up after a minute, and after ten seconds another one could be asked for.
describe('what a job left whose processes died of it', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  const job = { uuid: 'j', kind: 'import', repository: 'r' } as JobRow;
  const remains = (remove: () => Promise<void>, left: string[] = []): LeftRemains => {
    const kinds = new JobKinds();
    kinds.add({ name: 'import' }, () => Promise.resolve(), { remove, left: () => Promise.resolve(left) });
    const repositories = { findByUuid: (uuid: string) => Promise.resolve({ uuid }) };
    return new LeftRemains(kinds, repositories as unknown as RepositoryStore);
  };
  const passes = (time: number): Promise<void> => jest.advanceTimersByTimeAsync(time);

  it('is waited for some seconds, once, and is there until it is removed', async () => {
    let removed = (): void => undefined;
    const left = remains(() => new Promise((resolve) => (removed = resolve)));
    const first = left.remove([job], 'n');
    await passes(10_000);
    expect(await first).toEqual(['j']);
    expect(await left.remove([job], 'n')).toEqual(['j']);
    removed();
    await passes(0);
    expect(await left.remove([job], 'n')).toEqual([]);
  });

  // Each job that was asked for had it tried again, and the log say so.
  it('is tried again ever more rarely, and told once; it is given up after some hours', async () => {
    const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    const tries: number[] = [];
    const begun = Date.now();
    const left = remains(() => {
      tries.push((Date.now() - begun) / 1_000);
      return Promise.reject(new Error('EIO'));
    });
    const kept: string[][] = [];
    for (let second = 0; second < 2_400; second += 1) {
      kept.push(await left.remove([job], 'n'));
      await passes(1_000);
    }
    expect(kept.flat()).toHaveLength(2_400);
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023, 1_623, 2_223]);
    expect(warn).toHaveBeenCalledTimes(1);
    await passes(6 * 60 * 60_000);
    expect(await left.remove([job], 'n')).toEqual([]);
  });

  it('is told to be removed by then, where it could not be at first', async () => {
    jest.spyOn(log, 'warn').mockImplementation(() => undefined);
    const info = jest.spyOn(log, 'info').mockImplementation(() => undefined);
    const outcomes = [() => Promise.reject(new Error('EIO')), () => Promise.resolve()];
    const left = remains(() => (outcomes.shift() ?? (() => Promise.resolve()))());
    await left.remove([job], 'n');
    await passes(1_000);
    await left.remove([job], 'n');
    await passes(0);
    expect(await left.remove([job], 'n')).toEqual([]);
    expect(info.mock.calls.map(([, text]) => text)).toEqual(['what a job left is removed by now']);
  });

  it('is removed at a start where its job has ended already', async () => {
    const seen: string[] = [];
    const left = remains(() => Promise.resolve(void seen.push('removed')), ['r']);
    await left.remove([], 'n');
    await left.remove([], 'n');
    expect(seen).toEqual(['removed']);
  });
});

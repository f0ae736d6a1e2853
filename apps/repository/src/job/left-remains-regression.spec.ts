import { jest } from '@jest/globals';
import type { RepositoryStore } from '../catalogue/repository.store.js';
import type { JobRow } from './job.entity.js';
import { JobKinds } from './job-kinds.js';
import { LeftRemains } from './left-remains.js';

// What a large import had left was given up after a minute, and after ten seconds another one could be asked for.
describe('what a job left whose processes died of it', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

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

  it('is tried again, one at a time, and given up after some hours', async () => {
    let count = 0;
    const left = remains(() => Promise.reject(new Error(`EIO ${(count += 1)}`)));
    expect(await left.remove([job], 'n')).toEqual(['j']);
    expect(await left.remove([job], 'n')).toEqual(['j']);
    await passes(0);
    expect(count).toBe(2);
    await passes(6 * 60 * 60_000);
    expect(await left.remove([job], 'n')).toEqual([]);
  });

  it('is removed at a start where its job has ended already', async () => {
    const seen: string[] = [];
    const left = remains(() => Promise.resolve(void seen.push('removed')), ['r']);
    await left.remove([], 'n');
    await left.remove([], 'n');
    expect(seen).toEqual(['removed']);
  });
});

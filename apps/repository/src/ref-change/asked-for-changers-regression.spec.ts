import type { Reading } from '@holdfast/vcs-spi';
import { RefChanges } from './ref-changes.js';
import type { ChangePlace } from './intent.js';

// Where refs were was asked in the name of nobody, before each change and after some: all changes of all companies had
// one place together for that. What has become of a change others wait for, so it is asked for the repository.
describe('where refs are', () => {
  const changes = (readings: (Reading | undefined)[], more: object = {}) => {
    const tips = (refs: readonly string[], reading?: Reading) => {
      readings.push(reading);
      return Promise.resolve(refs.map(() => undefined));
    };
    const none = () => undefined;
    const stubs = [
      { holds: () => Promise.resolve(true) },
      { open: () => ({ data: { tips, ...more } }) },
      { intendAll: () => Promise.resolve({ onDisk: Promise.resolve() }), settled: none, kept: none },
      {},
      {},
      {},
    ];
    return new RefChanges(...(stubs as unknown as ConstructorParameters<typeof RefChanges>));
  };
  const place: ChangePlace = {
    ...{ company: 'acme', project: 'p', cause: 'push' },
    repository: { uuid: 'r', id: 'code', type: 'mercurial' },
  };
  const update = { ref: 'refs/heads/a', sort: 'branch' as const, name: 'a', new: '1'.repeat(40) };
  const deadline = Date.now() + 60_000;

  it('is asked for who changes them, as long as he waits, and afterwards for the repository', async () => {
    const readings: (Reading | undefined)[] = [];
    const all = changes(readings);
    await all.settle(await all.begin({ ...place, account: 'ann' }, [update], deadline), 'unknown');
    await all.settle(await all.begin(place, [update], deadline), 'refused');
    const owners = readings.map((each) => `${each?.owner.company} ${each?.owner.account}`);
    expect(owners).toEqual(['acme ann', 'acme r', 'acme r']);
    expect(readings[0]?.deadline).toBe(deadline);
    expect(Number.isFinite(readings[1]?.deadline)).toBe(true);
  });

  it('is asked so where a kind says by itself what has happened', async () => {
    const readings: (Reading | undefined)[] = [];
    const happened = (_: unknown, reading?: Reading) => {
      readings.push(reading);
      return Promise.resolve([false]);
    };
    const all = changes([], { happened });
    await all.settle(await all.begin({ ...place, account: 'ann' }, [update], deadline), 'unknown');
    expect(readings.map((each) => each?.owner.account)).toEqual(['r']);
  });
});

import { jest } from '@jest/globals';
import type { Reading } from '@holdfast/vcs-spi';
import { describeSubversion, SubversionWorld } from '../subversion-world.fixture.js';

// One commit may make 100,000 directories of branches. Whoever asked for one of them had all of them listed and taken
// in by the process that decides for everybody, as often as he asked.
describeSubversion('a repository with very many branches', () => {
  const most = 1_200;
  const world = SubversionWorld.ofSuite({ refs: most });
  const calls = jest.spyOn(world.engine, 'call');
  const asked = () => calls.mock.calls.map(([operation]) => operation);
  let directory: string;
  const reading = (): Reading => ({
    owner: { company: 'acme', account: 'ann' },
    deadline: Date.now() + 600_000,
  });
  const commit = (...changes: string[]) =>
    world.must('svnmucc', ['-u', 'ann', '-m', 'm', '-U', `file://${directory}`, ...changes]);
  const make = (count: number) => {
    const names = Array.from({ length: count }, (_, at) => ['mkdir', `branches/b${at}`]);
    return commit(...names.flat());
  };
  beforeAll(async () => {
    ({ directory } = await world.repository());
  });
  const open = () => world.kind.open(directory);
  const refused = { code: 'invalid', detail: { errors: { repository: { invalid: true } } } };

  it('tells them as long as there are not too many', async () => {
    await make(10);
    const { names, weight } = await open().branches.snapshot(reading());
    expect(names).toHaveLength(11);
    expect(weight).toBeLessThan(most);
  });

  it('refuses them beyond that, once listed, and tells of each by its name', async () => {
    await commit('mkdir', 'branches/ü &%', 'mkdir', 'tags/b1', 'put', '/etc/hostname', 'branches/file');
    const { branches, tags, log } = open();
    calls.mockClear();
    await expect(branches.snapshot(reading())).rejects.toMatchObject(refused);
    await expect(tags.snapshot(reading())).rejects.toMatchObject(refused);
    expect(asked()).toEqual(['refs']);
    const found = (names: string[]) => Promise.all(names.map((name) => branches.find(name, reading())));
    expect(await found(['b1', 'ü &%', 'trunk'])).toEqual(['2', '3', '1']);
    const none = [
      'b',
      'file',
      'b1/',
      '../trunk',
      '.',
      '',
      'a\u0001',
      'x'.repeat(100_000),
      'ü'.repeat(15_000),
    ];
    expect(new Set(await found(none))).toEqual(new Set([undefined]));
    expect(await tags.find('b1', reading())).toBe('3');
    expect([await log.find('b1', reading()), await log.find('HEAD', reading())]).toEqual(['2', '3']);
    const tips = await open().tips(['HEAD', 'refs/heads/b1', 'refs/heads/b', 'refs/tags/b1', 'refs/x/y']);
    expect(tips).toEqual(['3', '2', undefined, '3', undefined]);
    const before = asked().length;
    await found(['b1', 'b1', 'b1']);
    expect(asked()).toHaveLength(before);
    expect(asked().slice(1)).not.toContain('refs');
  });

  it('has them removed, one by one or together, until they are few', async () => {
    const { branches } = open();
    const actor = { id: 'ann', name: 'Ann', email: '' };
    await branches.delete({ id: 'b1', actor }, reading());
    expect(await branches.find('b1', reading())).toBeUndefined();
    await expect(branches.delete({ id: 'b1', actor }, reading())).rejects.toMatchObject({
      code: 'not_found',
    });
    await commit('rm', 'branches/b2');
    expect((await branches.snapshot(reading())).names).toContain('b3');
  });
});

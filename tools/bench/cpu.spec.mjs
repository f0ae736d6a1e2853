import { descendants, nameOf, parseStat, usedBetween } from './cpu.mjs';

describe('a line of /proc/<pid>/stat', () => {
  it('tells parent and CPU, whatever the name of the program holds', () => {
    const line = '71 (a ) b) S 7 71 71 0 -1 4194560 1 2 3 4 150 50 20 5 20 0 1 0 99 0';
    expect(parseStat(line)).toEqual({ parent: 7, own: 2_000_000, children: 250_000 });
  });
});

describe('the processes below one', () => {
  const processes = [
    { pid: 1, parent: 0 },
    { pid: 2, parent: 1 },
    { pid: 3, parent: 2 },
    { pid: 4, parent: 1 },
  ];

  it('are itself, its children and theirs', () => {
    expect(descendants(2, processes).map(({ pid }) => pid)).toEqual([2, 3]);
  });

  it('are none once it has ended', () => {
    expect(descendants(9, processes)).toEqual([]);
  });
});

describe('the name of a process', () => {
  it('is that of its part, and tells a second Node program apart', () => {
    for (const built of ['dist', 'bundle']) {
      expect(nameOf('repository', ['node', `/x/apps/repository/${built}/main.js`])).toBe('repository');
      expect(nameOf('repository', ['node', `/x/apps/repository/${built}/byte-process/main.js`])).toBe(
        'repository byte process',
      );
    }
    expect(nameOf('postgres', ['postgres: checkpointer'])).toBe('postgres');
  });
});

describe('what was used between two samples', () => {
  it('is divided by the requests; what used nothing is left out', () => {
    expect(usedBetween({ gateway: 100, nats: 5 }, { gateway: 300, nats: 5, git: 50 }, 10)).toEqual({
      gateway: 20,
      git: 5,
    });
  });
});

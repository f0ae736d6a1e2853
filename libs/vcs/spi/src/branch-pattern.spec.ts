import { branchPattern, nameLike } from './branch-pattern.js';

describe('a pattern of branches', () => {
  const matching = (pattern: string, ...names: string[]): string[] =>
    names.filter((name) => branchPattern(pattern).matches(name));

  it('without a star is one name', () => {
    expect(matching('release/1', 'release/1', 'release/10', 'x/release/1', 'Release/1')).toEqual([
      'release/1',
    ]);
  });

  it('has stars that stand for anything within a part of the name', () => {
    const names = ['release/', 'release/1', 'release/1/hot', 'release', 'my-release/1'];
    expect(matching('release/*', ...names)).toEqual(['release/', 'release/1']);
    expect(matching('*-v*', 'a-v', '-v', 'a-v1-v2', 'a/b-v', 'v')).toEqual(['a-v', '-v', 'a-v1-v2']);
    expect(matching('a/*/c', 'a/b/c', 'a//c', 'a/b/b/c', 'a/c')).toEqual(['a/b/c', 'a//c']);
    expect(matching('*', 'main', 'a/b', '')).toEqual(['main', '']);
  });

  it('has double stars that stand for anything, over parts of the name', () => {
    expect(matching('release/**', 'release/1', 'release/1/2', 'release')).toEqual([
      'release/1',
      'release/1/2',
    ]);
    expect(matching('**/wip', 'a/wip', 'a/b/wip', 'wip', 'a/wip/b')).toEqual(['a/wip', 'a/b/wip']);
    expect(matching('a**b', 'ab', 'a/b', 'axb', 'a/x/yb', 'abc')).toEqual(['ab', 'a/b', 'axb', 'a/x/yb']);
    expect(matching('***', 'a/b')).toEqual(['a/b']);
  });

  it('may have both, and finds the one way in which they match', () => {
    expect(matching('**/a*b/**c', 'x/a/ab/c', 'x/a/xb/c', 'x/ab/abc', 'a1b/c')).toEqual([
      'x/a/ab/c',
      'x/ab/abc',
    ]);
    expect(matching('a*b**b*c', 'ab/bc', 'a/bbc', 'abbc', 'ab/b/c')).toEqual(['ab/bc', 'abbc']);
  });

  it('has no other special characters', () => {
    expect(matching('a.c+(x)|$', 'a.c+(x)|$', 'abc+(x)|$', 'a.c')).toEqual(['a.c+(x)|$']);
    expect(matching('ü*ß', 'ü-ß', 'u-ß', 'ü😀ß')).toEqual(['ü-ß', 'ü😀ß']);
  });

  it('is decided by every one of its characters, however many there are', () => {
    const long = 'ab'.repeat(99);
    for (const length of [30, 31, 32, 33, 63, 64, 65, 198]) {
      const head = long.slice(0, length);
      expect(matching(`${head}*z`, `${head}z`, `${head}yz`, `${head.slice(1)}yz`, `${head}/z`)).toEqual([
        `${head}z`,
        `${head}yz`,
      ]);
      expect(matching(`*${head}`, head, `c${head}`, head.slice(1), `${head}c`)).toEqual([head, `c${head}`]);
    }
  });

  it('agrees with what its definition says, for all short patterns and names', () => {
    const texts = (letters: string, most: number): string[] =>
      most === 0
        ? ['']
        : ['', ...[...letters].flatMap((letter) => texts(letters, most - 1).map((rest) => letter + rest))];
    const names = texts('ab/', 5);
    for (const pattern of texts('ab/*', 4)) {
      const expression = pattern
        .split(/(\*+)/)
        .map((part) => (part === '*' ? '[^/]*' : part.startsWith('**') ? '.*' : part))
        .join('');
      const expected = new RegExp(`^${expression}$`, 's');
      const { matches } = branchPattern(pattern);
      expect(names.filter((name) => matches(name) !== expected.test(name))).toEqual([]);
    }
  });

  it('ends where whoever tries again and again would not', () => {
    const { matches } = branchPattern(`${'*a'.repeat(99)}*b`);
    expect(matches('a'.repeat(4_000))).toBe(false);
    expect(matches(`${'a'.repeat(4_000)}b`)).toBe(true);
    expect(branchPattern(`${'**a/*'.repeat(40)}b`).matches('a/'.repeat(2_000))).toBe(false);
  });

  it('is like a name where its stars are characters', () => {
    expect(nameLike('release/**/v*')).toBe('release/x/vx');
    expect(nameLike('main')).toBe('main');
  });
});

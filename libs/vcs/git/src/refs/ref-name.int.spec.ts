import { execFileSync, spawnSync } from 'node:child_process';
import { isRefName } from './ref-name.js';

/**
 * git's own answer for thousands of names at once: the shell reads them, so that there is no process of ours for
 * each.
 */
const accepted = (names: string[]): boolean[] => {
  const script =
    'while IFS= read -r name; do if git check-ref-format "$name"; then echo y; else echo n; fi; done';
  const answer = execFileSync('sh', ['-c', script], {
    input: names.map((name) => `${name}\n`).join(''),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return answer
    .toString()
    .trim()
    .split('\n')
    .map((line) => line === 'y');
};

describe('isRefName', () => {
  it('agrees with git check-ref-format about every combination of what matters to it', () => {
    const parts = [
      'a',
      '.',
      '..',
      '/',
      '//',
      '@',
      '{',
      '@{',
      '.lock',
      '-',
      ' ',
      '~',
      '^',
      ':',
      '?',
      '*',
      '[',
      ']',
      '\\',
      '\u007f',
      '\u0001',
      'ü',
      '"',
    ];
    const names = new Set(parts.flatMap((x) => parts.map((y) => `refs/heads/${x}${y}a`)));
    for (const part of parts)
      names.add(`refs/heads/a${part}`).add(`refs/${part}/b`).add(part).add(`x/${part}a/y`);
    const list = [...names];
    const git = accepted(list);
    const differing = list.filter((name, at) => isRefName(name) !== git[at]);
    expect(differing).toEqual([]);
    expect(git.filter(Boolean).length).toBeGreaterThan(50);
  });

  it('agrees with git about a name with a line break, and an empty one', () => {
    for (const name of ['refs/heads/a\nb', '', 'refs/heads/\u0080x']) {
      expect(isRefName(name)).toBe(spawnSync('git', ['check-ref-format', name]).status === 0);
    }
  });
});

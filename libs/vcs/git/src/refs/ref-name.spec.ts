import { refNameProblem, refUpdate } from './ref-name.js';

const zero = '0'.repeat(40);
const one = '1'.repeat(40);

describe('branch names', () => {
  it.each([
    'a',
    'feature/x',
    'ünï/ветка',
    '100%',
    'a%2Fb',
    '@x',
    'x@y',
    'HEAD2',
    'refs',
    'refs2/x',
    'x/refs/heads/main',
    'x-',
    '{x}',
    '🦆',
    'a'.repeat(200),
    'n'.repeat(250),
  ])('may be %s', (name) => expect(refNameProblem(name)).toBeUndefined());

  it.each([
    '',
    '@',
    'HEAD',
    '-x',
    '--x',
    'a..b',
    'a b',
    '~x',
    'x^',
    'x:y',
    'x?',
    'x*',
    'x[',
    'a\\b',
    'x.lock',
    'dir.lock/x',
    '.x',
    'dir/.x',
    'x/',
    '/x',
    'a//b',
    '@{x',
    'x.',
    'a\u0000b',
    'a\u007fb',
    'a\tb',
    'a\nb',
    'a\ud800b',
    'a\ufffdb',
    'refs/heads/main',
    'refs/x',
  ])('may not be %j', (name) => expect(refNameProblem(name)).toEqual({ invalid: true }));

  it('are too long where the file system has no room for them or their lock', () => {
    for (const name of ['n'.repeat(251), `${'ü'.repeat(126)}/x`, `${'n'.repeat(251)}/`.repeat(9) + 'x'])
      expect(refNameProblem(name)).toEqual({ maximum: 250 });
    for (const name of [`${'n'.repeat(100)}/`.repeat(21) + 'x', `${'n'.repeat(199)}/`.repeat(10) + 'x'])
      expect(refNameProblem(name)).toEqual({ maximum: 2000 });
    expect(refNameProblem(`${'n'.repeat(199)}/`.repeat(9) + 'n'.repeat(200))).toBeUndefined();
  });
});

describe('the commands of a push', () => {
  it('are told apart by their refs and by what they do', () => {
    expect(refUpdate(zero, one, 'refs/heads/a/b')).toEqual({
      ref: 'refs/heads/a/b',
      sort: 'branch',
      name: 'a/b',
      new: one,
    });
    expect(refUpdate(one, zero, 'refs/tags/v1')).toEqual({
      ref: 'refs/tags/v1',
      sort: 'tag',
      name: 'v1',
      old: one,
    });
    expect(refUpdate(one, one, 'refs/notes/x').sort).toBe('other');
    for (const ref of ['refs/replace/x', 'refs/holdfast/x'])
      expect(refUpdate(zero, one, ref).sort).toBe('reserved');
    const [long, longer] = [1000, 2040].map((count) => `refs/heads/${'x/'.repeat(count - 3)}123456`);
    expect(refUpdate(zero, one, long).sort).toBe('branch');
    expect(refUpdate(zero, one, `${long}7`).sort).toBe('malformed');
    expect(refUpdate(one, zero, `${long}7`).sort).toBe('branch');
    const [named, overlong] = [250, 251].map((count) => `refs/notes/q/${'x'.repeat(count)}/y`);
    expect(refUpdate(zero, one, named).sort).toBe('other');
    expect(refUpdate(zero, one, overlong).sort).toBe('malformed');
    expect(refUpdate(one, zero, overlong).sort).toBe('other');
    for (const ref of ['refs/stash', 'HEAD', 'refs/heads/../x', 'refs/heads/x.lock', 'heads/x', longer]) {
      expect(refUpdate(zero, one, ref).sort).toBe('malformed');
    }
  });

  it('make no name that is no text or of a work tree, and delete one that is there', () => {
    for (const [ref, sort] of [
      ['refs/heads/\ufffd', 'branch'],
      ['refs/x/\ufffd/y', 'other'],
      // git never packs these.
      ['refs/worktree/x', 'other'],
    ] as const) {
      expect(refUpdate(zero, one, ref).sort).toBe('malformed');
      expect(refUpdate(one, zero, ref).sort).toBe(sort);
    }
  });

  it('make no branch or tag that the API would not make, and may move and delete one that is there', () => {
    for (const name of ['HEAD', 'HEAD/x', '@', '-x', '--all', 'FETCH_HEAD', 'CHERRY_PICK_HEAD', 'AUTO_MERGE'])
      for (const [sort, prefix] of [
        ['branch', 'refs/heads/'],
        ['tag', 'refs/tags/'],
      ] as const) {
        const ref = prefix + name;
        expect(refUpdate(zero, one, ref)).toEqual({ ref, sort: 'malformed', name: ref, new: one });
        expect(refUpdate(one, one, ref)).toMatchObject({ sort, name });
        expect(refUpdate(one, zero, ref)).toMatchObject({ sort, name });
        expect(refUpdate(zero, one, `${prefix}x/${name}`).sort).toBe(sort);
        expect(refNameProblem(name)).toEqual({ invalid: true });
      }
    for (const ref of ['refs/remotes/HEAD', 'refs/remotes/FETCH_HEAD/HEAD'])
      expect(refUpdate(zero, one, ref).sort).toBe('malformed');
    expect(refUpdate(zero, one, 'refs/remotes/origin/HEAD').sort).toBe('other');
    for (const name of ['MY_HEAD', 'HEADS', 'HEADS/x', 'head', 'FETCH_HEAD2', 'FETCH_HEAD/x'])
      expect(refNameProblem(name)).toBeUndefined();
  });

  it('neither make nor move what ends in the full name of another reference, and delete one that is there', () => {
    for (const [ref, sort] of [
      ['refs/heads/refs/heads/main', 'branch'],
      ['refs/tags/refs/heads/main', 'tag'],
      ['refs/heads/refs/tags/v1', 'branch'],
      ['refs/refs/heads/main', 'other'],
      ['refs/remotes/refs/heads/main', 'other'],
      ['refs/remotes/refs/heads/main/HEAD', 'other'],
    ] as const) {
      expect(refUpdate(zero, one, ref)).toEqual({ ref, sort: 'malformed', name: ref, new: one });
      expect(refUpdate(one, one, ref).sort).toBe('malformed');
      expect(refUpdate(one, zero, ref).sort).toBe(sort);
    }
    for (const ref of ['refs/notes/refs/heads/main', 'refs/heads/refs', 'refs/remotes/origin/main'])
      expect(refUpdate(zero, one, ref).sort).not.toBe('malformed');
  });
});

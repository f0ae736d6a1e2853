import { directoriesOf, insideOthers } from './nested-names.js';
import type { RefUpdate } from './push-terms.js';
import { refusals } from './push.rules.js';
import { branch, developer, kind, next, old } from './pushed-refs.fixture.js';

describe('a push is refused that is known to fail when it is written, of', () => {
  const there = new Map([
    ['a', old],
    ['x/y', old],
  ]);
  const snapshot = {
    get: (name: string) => there.get(name),
    collision: (name: string) =>
      [...there.keys()].find((each) => each.startsWith(`${name}/`) || name.startsWith(`${each}/`)),
  };
  const rules = (...updates: RefUpdate[]) => rulesOf(updates);
  const rulesOf = (updates: RefUpdate[], how: { together?: boolean } = {}) =>
    refusals(updates, {
      ...how,
      kind,
      abilities: developer,
      isProtected: () => false,
      isForced: () => false,
      present: { branch: snapshot, tag: snapshot },
    }).map(({ name, rule }) => `${name} ${rule}`);

  it('a name that is a directory of another or has one as its directory', () => {
    expect(rules(branch('a/b', { new: next }), branch('fine', { new: next }))).toEqual(['a/b collision']);
    expect(rules(branch('x', { new: next }))).toEqual(['x collision']);
    expect(rules(branch('n', { new: next }), branch('n/m/o', { new: next }))).toEqual(['n/m/o collision']);
    expect(rules(branch('a', { old }), branch('a/b', { new: next }))).toEqual([]);
    expect(rules(branch('a', { old, new: next }), branch('a/b', { new: next }))).toEqual(['a/b collision']);
    expect(rules(branch('x/y', { old }), branch('x', { new: next }))).toEqual([]);
    expect(rules(branch('x/y', { old, new: next }), branch('x', { new: next }))).toEqual(['x collision']);
    expect(rules(branch('ab', { new: next }), branch('x/z', { new: next }))).toEqual([]);
    const note = (name: string): RefUpdate => ({ ref: name, sort: 'other', name, new: next });
    expect(rules(note('refs/notes/n'), note('refs/notes/n/m'))).toEqual(['refs/notes/n/m collision']);
    expect(rules(note('refs/notes/n'), { ...note('refs/notes/n/m'), old })).toEqual([]);
  });

  it('a name that needs the room of one that goes, where all of them change together', () => {
    const together = (...updates: RefUpdate[]) => rulesOf(updates, { together: true });
    expect(together(branch('a', { old }), branch('a/b', { new: next }))).toEqual(['a/b collision']);
    expect(together(branch('x/y', { old }), branch('x', { new: next }))).toEqual(['x/y collision']);
    expect(together(branch('x/y', {}), branch('x', {}), branch('a', { old }))).toEqual(['x/y collision']);
    expect(together(branch('a', { old }), branch('x/y', { old, new: next }))).toEqual([]);
  });

  it('one that is not where its client believes it to be', () => {
    expect(rules(branch('a', { old: next, new: old }))).toEqual(['a moved']);
    expect(rules(branch('a', { old: next }))).toEqual(['a moved']);
    expect(rules(branch('gone', { old, new: next }))).toEqual(['gone moved']);
    expect(rules(branch('a', { new: next }))).toEqual(['a exists']);
    expect(rules(branch('gone', { old }))).toEqual(['gone moved']);
    expect(rules(branch('a', { old, new: next }), branch('gone', {}), branch('x/y', {}))).toEqual([]);
    expect(rules({ ...branch('a', { new: next }), ref: 'refs/tags/a', sort: 'tag' })).toEqual(['a exists']);
  });

  it('two updates of one, unless their names are no UTF-8', () => {
    expect(rules(branch('a', { old }), branch('a', { new: next }))).toEqual(['a twice', 'a twice']);
    expect(rules(branch('l\ufffd', { old, new: next }), branch('l\ufffd', { new: next }))).toEqual([]);
  });
});

describe('the rules of names in a push', () => {
  it('leave a name inside another alone where names are no directories, and take the words of the kind', () => {
    const updates = [
      branch('a', { new: next }),
      branch('a/b', { new: next }),
      branch('c', { old, new: next }),
    ];
    const present = { branch: { get: () => undefined, collision: () => undefined } };
    const told = (namesAreDirectories: boolean) =>
      refusals(updates, {
        kind: { ...kind, namesAreDirectories },
        ...{ abilities: developer, isProtected: () => false, isForced: () => false, present },
      }).map(({ name, reason }) => `${name}: ${reason}`);
    expect(told(true)).toEqual(['a/b: words of the kind for collision', 'c: words of the kind for moved']);
    expect(told(false)).toEqual(['c: words of the kind for moved']);
  });

  it('find the names inside others, also where they are long and many', () => {
    const names = ['a/b', 'a', 'a-b', 'a-b/c/d', 'b/c', 'b/cc', 'b/c', 'é/x', 'é', 'a/b/c'];
    expect([...insideOthers(names)].sort()).toEqual(['a-b/c/d', 'a/b', 'a/b/c', 'é/x']);
    const deep = Array.from({ length: 2000 }, (_, at) => `${'x/'.repeat(2000)}${at}`);
    expect(insideOthers([...deep, 'x/x']).size).toBe(2000);
  });

  it('know the names that are directories of a name', () => {
    expect(directoriesOf('a/b/c')).toEqual(['a', 'a/b']);
    expect(directoriesOf('a')).toEqual([]);
  });
});

import {
  directoriesOf,
  insideOthers,
  refsToTestForForce,
  refusals,
  type Abilities,
  type PushTraits,
  type RefUpdate,
} from './push.rules.js';

const admin: Abilities = { write: true, protectedPush: true, moveTags: true };
const master: Abilities = { write: true, protectedPush: false, moveTags: true };
const developer: Abilities = { write: true, protectedPush: false, moveTags: false };
const guest: Abilities = { write: false, protectedPush: false, moveTags: false };

const [old, next] = ['1'.repeat(40), '2'.repeat(40)];
const branch = (name: string, change: Pick<RefUpdate, 'old' | 'new'>): RefUpdate => ({
  ref: `refs/heads/${name}`,
  sort: 'branch',
  name,
  ...change,
});
const tag = (change: Pick<RefUpdate, 'old' | 'new'>): RefUpdate => ({
  ref: 'refs/tags/v1',
  sort: 'tag',
  name: 'v1',
  ...change,
});

const words = (rule: string) => `words of the kind for ${rule}`;
const kind: PushTraits = {
  namesAreDirectories: true,
  pushWords: {
    twice: words('twice'),
    collision: words('collision'),
    exists: words('exists'),
    moved: words('moved'),
    no_object: words('no_object'),
    no_room: words('no_room'),
    too_large: words('too_large'),
    no_commit: words('no_commit'),
  },
};

const rulesFor = (updates: RefUpdate[], abilities: Abilities, forced: string[] = []) =>
  refusals(updates, {
    kind,
    abilities,
    head: 'main',
    isProtected: (name) => name === 'safe',
    isForced: (ref) => forced.includes(ref),
  }).map(({ name, rule }) => `${name} ${rule}`);

describe('the room of branches and tags', () => {
  const rulesIn = (room: number | undefined, updates: RefUpdate[]) =>
    refusals(updates, { kind, abilities: admin, isProtected: () => false, isForced: () => false, room }).map(
      ({ name, rule }) => `${name} ${rule}`,
    );
  const long = branch('ü'.repeat(50), { new: next });

  it('is for all new ones together, by the bytes of their names', () => {
    const updates = [long, tag({ new: next })];
    expect(rulesIn(302, updates)).toEqual([]);
    expect(rulesIn(301, updates)).toEqual([`${long.name} refs_full`, 'v1 refs_full']);
    expect(rulesIn(undefined, updates)).toEqual([]);
  });

  it('is not needed by what moves, nor by other refs, and grows by what is deleted', () => {
    const moved = branch('b', { old, new: next });
    const other: RefUpdate = { ref: 'refs/notes/x', sort: 'other', name: 'refs/notes/x', new: next };
    const gone = branch('n'.repeat(100), { old });
    expect(rulesIn(0, [moved, other])).toEqual([]);
    expect(rulesIn(0, [long, gone])).toEqual([]);
    expect(rulesIn(-500, [moved, gone])).toEqual([]);
    expect(rulesIn(-500, [long, moved])).toEqual([`${long.name} refs_full`]);
  });
});

describe('the rules of a push', () => {
  it('let those who may write create, move, force and delete unprotected branches', () => {
    const updates = [
      branch('a', { new: next }),
      branch('b', { old, new: next }),
      branch('c', { old, new: next }),
      branch('d', { old }),
    ];
    for (const abilities of [admin, master, developer])
      expect(rulesFor(updates, abilities, ['refs/heads/c'])).toEqual([]);
  });

  it('refuse everything to those who may not write', () => {
    expect(rulesFor([branch('a', { new: next }), tag({ new: next })], guest)).toEqual([
      'a write_missing',
      'v1 write_missing',
    ]);
  });

  it('let only a project admin push to a protected branch', () => {
    for (const change of [{ old, new: next }, { new: next }]) {
      expect(rulesFor([branch('safe', change)], admin)).toEqual([]);
      expect(rulesFor([branch('safe', change)], master)).toEqual(['safe protected_push']);
      expect(rulesFor([branch('safe', change)], developer)).toEqual(['safe protected_push']);
    }
  });

  it('let nobody force-push a protected branch or delete it', () => {
    expect(rulesFor([branch('safe', { old, new: next })], admin, ['refs/heads/safe'])).toEqual([
      'safe protected_force',
    ]);
    for (const abilities of [admin, master, developer]) {
      expect(rulesFor([branch('safe', { old })], abilities)).toEqual(['safe protected_deletion']);
      expect(rulesFor([branch('safe', {})], abilities)).toEqual(['safe protected_deletion']);
    }
  });

  it('let nobody delete the branch that HEAD names, but everyone who writes move it', () => {
    expect(rulesFor([branch('main', { old })], admin)).toEqual(['main head_deletion']);
    expect(rulesFor([branch('main', {})], admin)).toEqual(['main head_deletion']);
    expect(rulesFor([branch('main', { old, new: next })], developer, ['refs/heads/main'])).toEqual([]);
  });

  it('let only masters and admins move and delete existing tags', () => {
    expect(rulesFor([tag({ new: next })], developer)).toEqual([]);
    expect(rulesFor([tag({ old, new: next })], developer)).toEqual(['v1 tag_move']);
    expect(rulesFor([tag({ old })], developer)).toEqual(['v1 tag_deletion']);
    expect(rulesFor([tag({})], developer)).toEqual(['v1 tag_deletion']);
    for (const change of [{ old, new: next }, { old }]) expect(rulesFor([tag(change)], master)).toEqual([]);
  });

  it('refuse reserved and malformed names to everyone, and let other refs be', () => {
    const other = (ref: string, sort: RefUpdate['sort']): RefUpdate => ({ ref, sort, name: ref, new: next });
    const updates = [
      other('refs/replace/x', 'reserved'),
      other('refs/heads/..', 'malformed'),
      other('refs/notes/x', 'other'),
    ];
    expect(rulesFor(updates, admin)).toEqual(['refs/replace/x reserved', 'refs/heads/.. malformed']);
    expect(rulesFor([other('refs/heads/..', 'malformed'), other('refs/heads/../x', 'other')], admin)).toEqual(
      ['refs/heads/.. malformed'],
    );
  });

  describe('refuse what is known to fail when it is written', () => {
    const there = new Map([
      ['a', old],
      ['x/y', old],
    ]);
    const snapshot = {
      get: (name: string) => there.get(name),
      collision: (name: string) =>
        [...there.keys()].find((each) => each.startsWith(`${name}/`) || name.startsWith(`${each}/`)),
    };
    const rules = (...updates: RefUpdate[]) =>
      refusals(updates, {
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

  it.each<[string, RefUpdate, Abilities]>([
    ['you may read this repository but not push to it', branch('a', { new: next }), guest],
    ['this name space is not writable', { ...branch('a', { new: next }), sort: 'reserved' }, admin],
    ['this is not a valid name of a reference', { ...branch('a', { new: next }), sort: 'malformed' }, admin],
    ['protected branch: it cannot be deleted', branch('safe', { old }), admin],
    ['protected branch: it cannot be force-pushed', branch('safe', { old, new: next }), admin],
    ['existing tag: only masters and admins may move it', tag({ old, new: next }), developer],
    ['existing tag: only masters and admins may delete it', tag({ old }), developer],
  ])('say "%s"', (reason, update, abilities) => {
    const isProtected = (name: string) => name === 'safe';
    const found = refusals([update], { kind, abilities, isProtected, isForced: () => true });
    expect(found.map((each) => each.reason)).toEqual([reason]);
  });

  it('name each refused ref with one reason of one line', () => {
    const found = refusals([branch('safe', { old, new: next }), branch('main', { old })], {
      kind,
      abilities: developer,
      head: 'main',
      isProtected: (name) => name === 'safe',
      isForced: () => false,
    });
    expect(found.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'safe: protected branch: only a project admin may push to it',
      'main: the default branch cannot be deleted',
    ]);
  });

  it('ask for ancestry only where it decides', () => {
    const updates = [
      branch('safe', { old, new: next }),
      branch('safe', { new: next }),
      branch('safe', { old }),
      branch('free', { old, new: next }),
      tag({ old, new: next }),
      { ...tag({ old, new: next }), name: 'safe' },
    ];
    const isProtected = (name: string) => name === 'safe';
    expect(refsToTestForForce(updates, { abilities: admin, isProtected })).toEqual(['refs/heads/safe']);
    expect(refsToTestForForce(updates, { abilities: master, isProtected })).toEqual([]);
    expect(refsToTestForForce(updates, { abilities: guest, isProtected })).toEqual([]);
  });
});

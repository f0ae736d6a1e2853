import type { Abilities, RefUpdate } from './push-terms.js';
import { deepWeight, refsToTestForForce, refusals, refusalsInTurns } from './push.rules.js';
import { admin, branch, developer, guest, kind, master, next, old, tag } from './pushed-refs.fixture.js';

const rulesFor = (updates: RefUpdate[], abilities: Abilities, forced: string[] = []) =>
  refusals(updates, {
    kind,
    abilities,
    head: 'main',
    isProtected: (name) => name === 'safe',
    isForced: (ref) => forced.includes(ref),
  }).map(({ name, rule }) => `${name} ${rule}`);

it('are found in turns as at once', async () => {
  const updates = Array.from({ length: 30_000 }, (_, at) => branch(`b${at}`, { new: next }));
  updates.push(branch('b7/x', { new: next }));
  const circumstances = {
    ...{ kind, abilities: developer, head: 'main' },
    ...{ isProtected: (name: string) => name === 'b9', isForced: () => false },
  };
  const found = await refusalsInTurns(updates, circumstances);
  expect(found).toEqual(refusals(updates, circumstances));
  expect(found.map(({ name, rule }) => `${name} ${rule}`)).toEqual(['b9 protected_push', 'b7/x collision']);
});

describe('the room of refs', () => {
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
    const bookmark: RefUpdate = { ref: 'refs/bookmarks/x', sort: 'bookmark', name: 'x', new: next };
    expect(rulesIn(100, [bookmark])).toEqual(['x refs_full']);
  });

  it('is needed by the directories of a deep name, while it is pushed', () => {
    const deep: RefUpdate = { ref: `refs/x${'/a'.repeat(8)}`, sort: 'other', name: 'x', new: next };
    expect(rulesIn(101 + 2 * 4096, [deep])).toEqual([]);
    expect(rulesIn(101 + 2 * 4096 - 1, [deep])).toEqual(['x refs_full']);
    const beside = { ...deep, ref: `${deep.ref.slice(0, -1)}b`, name: 'y' };
    expect(rulesIn(202 + 2 * 4096, [deep, beside])).toEqual([]);
    const elsewhere = { ...deep, ref: `refs/z${'/a'.repeat(8)}`, name: 'y' };
    expect(rulesIn(202 + 4 * 4096 - 1, [deep, elsewhere])).toEqual(['x refs_full', 'y refs_full']);
    expect(rulesIn(0, [{ ...deep, old }])).toEqual([]);
    expect(rulesIn(0, [{ ref: deep.ref, sort: 'other', name: 'x', old }])).toEqual([]);
  });

  it('is not needed by what moves, and grows by what is deleted', () => {
    const moved = branch('b', { old, new: next });
    const other: RefUpdate = { ref: 'refs/notes/x', sort: 'other', name: 'refs/notes/x', new: next };
    const gone = branch('n'.repeat(100), { old });
    expect(rulesIn(0, [moved, { ...other, old }])).toEqual([]);
    expect(rulesIn(111, [other])).toEqual(['refs/notes/x refs_full']);
    expect(rulesIn(112, [other])).toEqual([]);
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

  it.each<[string, RefUpdate, Abilities]>([
    ['you may read this repository, but not push to it', branch('a', { new: next }), guest],
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

  it('name the pattern where protection comes from one', () => {
    const patternOf = (name: string) => (name === 'main' ? undefined : 'release/*');
    const updates = [branch('release/1', { old }), branch('main', { old }), branch('free', { old })];
    const isProtected = (name: string) => name !== 'free';
    const found = refusals(updates, {
      kind,
      abilities: guest,
      isProtected,
      patternOf,
      isForced: () => false,
    });
    expect(new Set(found.map(({ reason }) => reason)).size).toBe(1);
    const told = refusals(updates, { kind, abilities: admin, isProtected, patternOf, isForced: () => false });
    expect(told.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
      'release/1: protected branch: it cannot be deleted (pattern release/*)',
      'main: protected branch: it cannot be deleted',
    ]);
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

describe('the directories of a new name', () => {
  it('count from the eighth part on', () => {
    const parts = (count: number) => deepWeight(`refs/heads${'/d'.repeat(count - 2)}`);
    expect([parts(3), parts(8), parts(9), parts(108)]).toEqual([0, 0, 4_096, 409_600]);
  });
});

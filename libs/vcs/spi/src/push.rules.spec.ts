import { refsToTestForForce, refusals, type Abilities, type RefUpdate } from './push.rules.js';

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

const rulesFor = (updates: RefUpdate[], abilities: Abilities, forced: string[] = []) =>
  refusals(updates, {
    abilities,
    head: 'main',
    isProtected: (name) => name === 'safe',
    isForced: (ref) => forced.includes(ref),
  }).map(({ name, rule }) => `${name} ${rule}`);

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
  });

  it('name each refused ref with one reason of one line', () => {
    const found = refusals([branch('safe', { old, new: next }), branch('main', { old })], {
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
    ];
    const isProtected = (name: string) => name === 'safe';
    expect(refsToTestForForce(updates, { abilities: admin, isProtected })).toEqual(['refs/heads/safe']);
    expect(refsToTestForForce(updates, { abilities: master, isProtected })).toEqual([]);
    expect(refsToTestForForce(updates, { abilities: guest, isProtected })).toEqual([]);
  });
});

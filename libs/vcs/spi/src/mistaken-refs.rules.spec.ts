import { mistakenRule, type MistakenFor } from './mistaken-refs.rules.js';
import type { Abilities, RefUpdate } from './push-terms.js';
import { refusals } from './push.rules.js';
import { admin, developer, kind, master, next, old } from './pushed-refs.fixture.js';

describe('references that clients take for others', () => {
  const mistakenFor: MistakenFor = ({ sort, name }) =>
    sort === 'branch' ? [{ sort: 'tag', name }] : [{ sort: 'branch', name }];
  const there = (...names: string[]) => ({
    get: (name: string) => (names.includes(name) ? old : undefined),
    collision: () => undefined,
  });
  const rulesFor = (abilities: Abilities, ...updates: RefUpdate[]): string[] =>
    refusals(updates, {
      kind: { ...kind, mistakenFor },
      abilities,
      isProtected: (name) => name !== 'free',
      isForced: () => false,
      present: { branch: there('safe', 'free', 'both'), tag: there('v1', 'both') },
    }).map(({ name, rule }) => `${name} ${rule}`);
  const made = (
    sort: 'branch' | 'tag' | 'other',
    name: string,
    change: object = { new: next },
  ): RefUpdate => ({
    ref: `refs/${sort}/${name}`,
    ...{ sort, name },
    ...change,
  });

  it('are made by those only who may move these', () => {
    for (const who of [developer, master])
      expect(rulesFor(who, made('tag', 'safe'))).toEqual(['safe branch_mistaken']);
    expect(rulesFor(admin, made('tag', 'safe'))).toEqual([]);
    const may = { ...developer, protectedPush: true };
    expect(rulesFor(may, made('branch', 'v1'))).toEqual(['v1 tag_mistaken']);
    expect(rulesFor(admin, made('branch', 'v1'))).toEqual([]);
  });

  it('are made by everybody where there is no such one, or it is not protected', () => {
    expect(rulesFor(developer, made('tag', 'free'), made('tag', 'v2'))).toEqual([]);
    expect(rulesFor({ ...developer, protectedPush: true }, made('branch', 'v2'))).toEqual([]);
  });

  it('are made by those only who may push to these, also before there are any, where they are neither', () => {
    for (const name of ['safe', 'later']) {
      expect(rulesFor(developer, made('other', name))).toEqual([`${name} branch_mistaken`]);
      expect(rulesFor(admin, made('other', name))).toEqual([]);
    }
    expect(rulesFor(developer, made('other', 'free'), made('tag', 'later'))).toEqual([]);
  });

  it('are made by those only who may push to these where a pattern tells their names, also before there are any', () => {
    const rule = (abilities: Abilities, pattern: string, name = 'later') =>
      mistakenRule(made('tag', name), {
        ...{ kind: { mistakenFor }, abilities, isProtected: () => true },
        patternOf: () => pattern,
      });
    expect(rule(developer, 'lat*')).toBe('branch_mistaken');
    for (const stars of ['*', '**']) expect(rule(developer, stars)).toBeUndefined();
    expect(rule(admin, 'lat*')).toBeUndefined();
  });

  it('are made by project admins only where they begin the id of a commit, but for tags with the whole of it', () => {
    const meant: MistakenFor = ({ name }) => [{ sort: 'commit', name }];
    const present = { commit: there(next, next.slice(0, 7), '0bac7ae') };
    const rule = (abilities: Abilities, sort: 'branch' | 'tag', name: string, change?: object) =>
      mistakenRule(made(sort, name, change), {
        ...{ kind: { mistakenFor: meant }, abilities, present },
        isProtected: () => false,
      });
    for (const who of [developer, master]) {
      expect(rule(who, 'tag', '0bac7ae')).toBe('id_mistaken');
      expect(rule(who, 'branch', '0bac7ae')).toBe('id_mistaken');
      expect(rule(who, 'branch', next)).toBe('id_mistaken');
      // Another one that begins so is made in seconds.
      expect(rule(who, 'tag', next.slice(0, 7))).toBe('id_mistaken');
      expect(rule(who, 'tag', next)).toBeUndefined();
      expect(rule(who, 'tag', '1bac7ae')).toBeUndefined();
      expect(rule(who, 'tag', '0bac7ae', { old, new: next })).toBeUndefined();
    }
    expect(rule(admin, 'tag', '0bac7ae')).toBeUndefined();
  });

  // A developer made the tag first, and brought the commit then.
  it('are so where nothing but an id looks like it, before there is such a commit', () => {
    const meant: MistakenFor = ({ name }) => [{ sort: 'commit', name, ever: true }];
    const circumstances = { kind: { mistakenFor: meant }, isProtected: () => false };
    const rule = (abilities: Abilities, name: string) =>
      mistakenRule(made('tag', name), { ...circumstances, abilities });
    expect([rule(developer, '0bac7ae'), rule(master, '0bac7ae')]).toEqual(['id_mistaken', 'id_mistaken']);
    expect([rule(developer, next), rule(admin, '0bac7ae')]).toEqual([undefined, undefined]);
    const moved = (abilities: Abilities, name: string) =>
      mistakenRule(made('tag', name, { old: next, new: old }), { ...circumstances, abilities });
    expect([moved(master, next), moved(admin, next), moved(master, '0bac7ae')]).toEqual([
      ...['id_mistaken', undefined, undefined],
    ]);
  });

  it('move and go as ever once they are there, and are none in kinds that have none', () => {
    const abilities = { ...developer, protectedPush: true };
    expect(rulesFor(abilities, made('branch', 'both', { old, new: next }))).toEqual([]);
    const circumstances = { kind, abilities, isProtected: () => true, present: { tag: there('v1') } };
    expect(mistakenRule(made('branch', 'v1'), circumstances)).toBeUndefined();
    const gone = made('branch', 'v1', {});
    expect(mistakenRule(gone, { ...circumstances, kind: { mistakenFor } })).toBeUndefined();
  });
});

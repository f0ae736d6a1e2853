import { Problems, type JsonObject } from '@holdfast/kernel';
import { directoriesOf } from '@holdfast/vcs-spi';
import {
  checkTypeAttributes,
  idProblem,
  membersProblem,
  mergeProperties,
  propertiesProblem,
  type TypeOfRepository,
} from './repository.rules.js';

const slashes = { slashInIds: true };
const endings = ['.git', '.lock'];

describe('the id of a repository', () => {
  it.each(['ab', 'a.b', 'a_b-c', '0a', 'a/b', 'group/sub/name', 'a.gitx', 'x.git.y', 'a.'])(
    'can be %s',
    (id) => {
      expect(idProblem(id, slashes, endings)).toBeUndefined();
    },
  );

  it.each([
    '.a',
    '-a',
    '_a',
    'a/',
    '/a',
    'a//b',
    'a/.b',
    'a/-b',
    'a..b',
    'x.git',
    'x.lock',
    'x.git/y',
    'a/b.lock',
    '..',
    '',
  ])('cannot be %s', (id) => {
    expect(idProblem(id, slashes, endings)).toEqual({ invalid: true });
  });

  it('has slashes only where the type allows them', () => {
    expect(idProblem('a/b', { slashInIds: false }, [])).toEqual({ invalid: true });
    expect(idProblem('a', { slashInIds: false }, [])).toBeUndefined();
  });

  it('excludes the ids above it', () => {
    expect(directoriesOf('a/b/c')).toEqual(['a', 'a/b']);
    expect(directoriesOf('a')).toEqual([]);
  });
});

describe('custom attributes', () => {
  it('merge by top-level key, and null removes one', () => {
    const merged = mergeProperties({ a: '1', b: { c: '2' }, d: '3' }, { b: { e: '4' }, d: null, f: ['5'] });
    expect(merged).toEqual({ a: '1', b: { e: '4' }, f: ['5'] });
  });

  it('keep a key named like a prototype as a key', () => {
    const merged = mergeProperties({}, JSON.parse('{"__proto__": "x"}') as object);
    expect(JSON.stringify(merged)).toBe('{"__proto__":"x"}');
  });

  it('are limited as a whole', () => {
    expect(propertiesProblem({ a: 'x'.repeat(64 * 1024) })).toEqual({ maximum: 64 * 1024 });
    const most = 'x'.repeat(64 * 1024 - '{"a":""}'.length);
    expect(propertiesProblem({ a: most })).toBeUndefined();
    expect(propertiesProblem({ a: `${most}x` })).toEqual({ maximum: 64 * 1024 });
  });
});

describe('attributes of a type', () => {
  const vcs = { defaultIdentifier: 'main', vcs: {}, group: false } as unknown as TypeOfRepository;
  const artifact: TypeOfRepository = { defaultIdentifier: 'maven', group: false };
  const group: TypeOfRepository = { ...artifact, group: true };
  const check = (type: TypeOfRepository, sent: JsonObject) => {
    const problems = new Problems();
    checkTypeAttributes(type, sent, problems);
    return problems.errors;
  };

  it('are refused to version control when they are about deployment', () => {
    expect(check(vcs, { policy: 'mixed', redeploy: false })).toEqual({
      policy: { invalid: true },
      redeploy: { invalid: true },
    });
    expect(check(vcs, { policy: null, default_identifier: 'next' })).toEqual({});
  });

  it('are refused where only some kinds have such a thing', () => {
    const mirror = { direction: 'pull' };
    expect(check(vcs, { layout: true, mirror })).toEqual({
      layout: { invalid: true },
      mirror: { invalid: true },
    });
    const all = { ...vcs, vcs: { laysOut: true, hasRemotes: 'both' } } as unknown as TypeOfRepository;
    expect(check(all, { layout: true, mirror })).toEqual({});
    const from = { ...vcs, vcs: { hasRemotes: 'from' } } as unknown as TypeOfRepository;
    expect(check(from, { mirror })).toEqual({});
    for (const none of [null, 'push', {}]) expect(check(from, { mirror: none })).toEqual({});
    expect(check(from, { mirror: { direction: 'push' } })).toEqual({ mirror: { invalid: true } });
    expect(check(all, { mirror: { direction: 'push' } })).toEqual({});
    expect(check(vcs, { layout: null, mirror: null })).toEqual({});
    expect(check(artifact, { mirror })).toEqual({ mirror: { invalid: true } });
  });

  it('are refused to artifacts when they name another reference', () => {
    expect(check(artifact, { default_identifier: 'next' })).toEqual({
      default_identifier: { invalid: true },
    });
    expect(check(artifact, { default_base_branch: 'next' })).toEqual({
      default_base_branch: { invalid: true },
    });
    expect(check(artifact, { default_identifier: 'maven', policy: 'release', redeploy: true })).toEqual({});
    expect(check(artifact, { default_identifier: null })).toEqual({});
    expect(check(artifact, {})).toEqual({});
  });

  it('are refused to groups when they are about deployment, and members to version control', () => {
    expect(check(group, { policy: 'mixed', redeploy: false, members: ['a'] })).toEqual({
      policy: { invalid: true },
      redeploy: { invalid: true },
    });
    expect(check(group, { policy: null, members: [] })).toEqual({});
    expect(check(vcs, { members: [] })).toEqual({ members: { invalid: true } });
    expect(check(vcs, { members: null })).toEqual({});
  });
});

describe('members of a group', () => {
  const [a, b] = ['a', 'b'].map((uuid) => ({ uuid, type: 'maven', members: null }));
  const problem = (...members: Parameters<typeof membersProblem>[1]) =>
    membersProblem({ type: 'maven' }, members);

  it('are repositories of its type, each once', () => {
    expect(problem()).toBeUndefined();
    expect(problem(a, b)).toBeUndefined();
    expect(problem(a, b, a)).toEqual({ invalid: true });
    expect(problem(a, { ...b, type: 'ivy' })).toEqual({ invalid: true });
  });

  it('are there, and no groups', () => {
    expect(problem(a, undefined)).toEqual({ not_found: true });
    expect(problem({ ...a, members: [] })).toEqual({ invalid: true });
    expect(problem({ ...a, members: ['b'] }, undefined)).toEqual({ not_found: true, invalid: true });
  });
});

import { Problems, type DomainError } from '@holdfast/kernel';
import type { PushRule } from '@holdfast/vcs-spi';
import {
  addEditProblems,
  addParentProblems,
  editsOf,
  moved,
  refusedBranch,
  refusedCommit,
  type CommitPlace,
} from './new-commit.rules.js';

describe('the edits of a commit', () => {
  const problemsOf = (modified: string[], deleted: string[]) => {
    const problems = new Problems();
    const files = modified.map((path) => ({ path, content: '' }));
    addEditProblems(editsOf(files, deleted), problems);
    return problems.errors;
  };

  it('are text, and modes are as they were, unless something else is said', () => {
    const file = { path: 'a', content: 'x' };
    const plain = { ...file, encoding: 'utf-8' };
    expect(editsOf([file, { ...file, encoding: null, mode: null }], ['b'])).toEqual({
      modified: [plain, plain],
      deleted: ['b'],
    });
    expect(editsOf([{ ...file, encoding: 'base64', mode: '100755' }], []).modified).toEqual([
      { ...file, encoding: 'base64', mode: '100755' },
    ]);
  });

  it('name places in the file of a large body, and nothing else', () => {
    const edit = (content: string) => editsOf([{ path: 'a', content }], [], '/staged/1');
    expect(edit('12:345678901')).toEqual({
      modified: [{ path: 'a', content: { at: 12, length: 345_678_901 }, encoding: 'utf-8' }],
      deleted: [],
      staged: '/staged/1',
    });
    for (const content of ['', 'text', '1:', ':2', '1:2:3', 'x1:2', '1:2x', '1234567890:1', '1:1234567890'])
      expect(() => edit(content)).toThrow('was not taken out of it');
    expect(editsOf([{ path: 'a', content: '1:2' }], [])).toEqual({
      modified: [{ path: 'a', content: '1:2', encoding: 'utf-8' }],
      deleted: [],
    });
  });

  it('are some', () => {
    expect(problemsOf(['a'], [])).toEqual({});
    expect(problemsOf([], ['a'])).toEqual({});
    expect(problemsOf([], [])).toEqual({ modified: { empty: true } });
  });

  it('are one of each file', () => {
    expect(problemsOf(['a', 'b'], ['b'])).toEqual({
      modified: { conflicts: ['deleted'] },
      deleted: { conflicts: ['modified'] },
    });
  });
});

describe('the parent of a commit', () => {
  const problemsOf = (place: Partial<CommitPlace>) => {
    const problems = new Problems();
    const there = { sent: 'main', parent: 'tip', tip: 'tip', empty: false, wasEmpty: false };
    addParentProblems({ ...there, ...place }, problems);
    return problems.errors;
  };

  it('is the latest commit of its branch, or any where the branch begins', () => {
    expect(problemsOf({})).toEqual({});
    expect(problemsOf({ tip: undefined })).toEqual({});
    expect(problemsOf({ parent: 'other' })).toEqual(moved);
  });

  it('is a commit', () => {
    expect(problemsOf({ parent: undefined })).toEqual({ parent: { not_found: true } });
    expect(problemsOf({ parent: undefined, tip: undefined, empty: true })).toEqual({
      parent: { not_found: true },
    });
  });

  it('is missing in an empty repository only', () => {
    const none = { sent: undefined, parent: undefined };
    expect(problemsOf({ ...none, tip: undefined, empty: true })).toEqual({});
    expect(problemsOf({ ...none, tip: undefined })).toEqual({ parent: { empty: true } });
    expect(problemsOf(none)).toEqual({ parent: { empty: true } });
    expect(problemsOf({ ...none, tip: undefined, empty: true, wasEmpty: true })).toEqual({});
  });

  it('is another one where somebody else has begun the branch meanwhile', () => {
    const none = { sent: undefined, parent: undefined, wasEmpty: true };
    expect(problemsOf(none)).toEqual(moved);
    expect(problemsOf({ ...none, tip: undefined })).toEqual({ parent: { empty: true } });
  });
});

describe('what the rules of refs say', () => {
  const said = (rule: PushRule) => {
    const { code, detail }: DomainError = refusedBranch({ ref: 'r', name: 'n', rule, reason: 'why' }, 7);
    return detail.errors ?? code;
  };

  it.each<[PushRule, unknown]>([
    ['write_missing', 'forbidden'],
    ['protected_push', 'forbidden'],
    ['tag_mistaken', 'forbidden'],
    ['branch_mistaken', 'forbidden'],
    ['id_mistaken', 'forbidden'],
    ['moved', moved],
    ['exists', moved],
    ['collision', { branch: { reserved: true } }],
    ['refs_full', { branch: { maximum: 7 } }],
    ['no_room', 'unavailable'],
  ])('of %s is told in words of the API', (rule, answer) => expect(said(rule)).toEqual(answer));

  it('is told in the same words where it shows late', () => {
    expect(refusedCommit.moved).toEqual(moved);
    expect(refusedCommit.name_in_use).toEqual(moved);
    expect(refusedCommit.name_collides).toEqual({ branch: { reserved: true } });
    expect(refusedCommit.name_invalid).toEqual({ branch: { invalid: true } });
    expect(refusedCommit.not_a_commit).toEqual({ parent: { not_found: true } });
    expect(refusedCommit.contended).toBeUndefined();
  });
});

import { Problems } from '@holdfast/kernel';
import type { NameProblem } from '@holdfast/vcs-spi';
import {
  commitProblem,
  creationRefusal,
  deletionRefusal,
  deletionProblems,
  newNameProblem,
  patternProblemOf,
  protectionProblem,
} from './branch.rules.js';

const naming = (problem?: NameProblem) => ({ branchNameProblem: () => problem });
const refs = (get?: string, collision?: string) => ({ get: () => get, collision: () => collision });

describe('the name of a new branch', () => {
  it('is judged by the kind', () => {
    expect(newNameProblem(naming({ invalid: true }), refs(), 'x')).toEqual({ invalid: true });
    expect(newNameProblem(naming({ maximum: 250 }), refs(), 'x')).toEqual({ maximum: 250 });
    expect(newNameProblem(naming(), refs(), 'x')).toBeUndefined();
  });

  it('is reserved while a branch has it or is a directory of it', () => {
    expect(newNameProblem(naming(), refs('1234'), 'x')).toEqual({ reserved: true });
    expect(newNameProblem(naming(), refs(undefined, 'x/y'), 'x')).toEqual({ reserved: true });
    expect(newNameProblem(naming(), refs(), 'x')).toBeUndefined();
    expect(newNameProblem(naming({ invalid: true }), refs('1234'), 'x')).toEqual({ invalid: true });
  });
});

describe('what the kind refuses after all', () => {
  it('is said of the attribute that is in the way', () => {
    expect(creationRefusal).toEqual({
      name_in_use: { id: { reserved: true } },
      name_collides: { id: { reserved: true } },
      name_invalid: { id: { invalid: true } },
      not_a_commit: { commit: { not_found: true } },
      too_large: { commit: { invalid: true } },
      names_change: { commit: { invalid: true } },
      locked_inside: { id: { locked: true } },
    });
    expect(deletionRefusal).toEqual({
      names_change: { id: { locked: true } },
      locked_inside: { id: { locked: true } },
    });
  });
});

describe('the commit of a new branch', () => {
  it('is not found when it is absent or ambiguous', () => {
    expect(commitProblem({ outcome: 'absent' })).toEqual({ not_found: true });
    expect(commitProblem({ outcome: 'malformed' })).toEqual({ invalid: true });
    expect(commitProblem({ outcome: 'ambiguous' })).toEqual({ not_found: true });
    expect(commitProblem({ outcome: 'found', id: '1234' })).toBeUndefined();
  });
});

describe('a branch that is to be protected from the start', () => {
  it('is locked to those who may not protect', () => {
    expect(protectionProblem({ protectsBranches: true }, false)).toEqual({ locked: true });
    expect(protectionProblem({ protectsBranches: true }, true)).toBeUndefined();
  });

  it('is invalid where the kind protects nothing', () => {
    expect(protectionProblem({ protectsBranches: false }, true)).toEqual({ invalid: true });
  });
});

describe('a branch that a pattern protects from the start', () => {
  it('is locked to those who may not push to it', () => {
    expect(patternProblemOf('release/*', false)).toEqual({ locked: true });
    expect(patternProblemOf('release/*', true)).toBeUndefined();
    expect(patternProblemOf(undefined, false)).toBeUndefined();
  });
});

describe('the deletion of a branch', () => {
  const check = (isProtected: boolean, head: string | undefined) => {
    const problems = new Problems();
    deletionProblems('x', { protected: isProtected, lasting: [head] }, problems);
    return problems.errors;
  };

  it('is refused for a protected one and for the default one, and says both', () => {
    expect(check(true, 'y')).toEqual({ protected: { locked: true } });
    expect(check(false, 'x')).toEqual({ id: { locked: true } });
    expect(check(true, 'x')).toEqual({ protected: { locked: true }, id: { locked: true } });
    expect(check(false, undefined)).toEqual({});
  });
});

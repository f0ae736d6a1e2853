import { Problems } from '@holdfast/kernel';
import { patternProblem, placeProblems } from './protected-branch.rules.js';

describe('a pattern of protected branches', () => {
  it('is judged as a name of the kind that it may match', () => {
    const asked: string[] = [];
    const kind = {
      branchNameProblem: (name: string) => {
        asked.push(name);
        return name.includes('..') ? ({ invalid: true } as const) : undefined;
      },
    };
    expect(patternProblem(kind, 'release/**/v*')).toBeUndefined();
    expect(patternProblem(kind, 'a..*')).toEqual({ invalid: true });
    expect(asked).toEqual(['release/x/vx', 'a..x']);
  });

  const problemsOf = (present: string[], pattern: string, instead?: string): unknown => {
    const problems = new Problems();
    placeProblems({ present, ...(instead === undefined ? {} : { instead }) }, pattern, problems);
    try {
      problems.throwIfAny();
      return undefined;
    } catch (error) {
      return (error as { errors?: unknown; detail?: { errors?: unknown } }).detail?.errors ?? error;
    }
  };

  it('stands in a repository once', () => {
    expect(problemsOf(['a', 'b'], 'c')).toBeUndefined();
    expect(problemsOf(['a', 'b'], 'b')).toEqual({ pattern: { reserved: true } });
    expect(problemsOf(['a', 'b'], 'b', 'a')).toEqual({ pattern: { reserved: true } });
    expect(problemsOf(['a', 'b'], 'b', 'b')).toBeUndefined();
  });

  it('has ninety-nine others beside it at most, and may become another one of them', () => {
    const all = [...Array(100).keys()].map(String);
    expect(problemsOf(all.slice(1), 'new')).toBeUndefined();
    expect(problemsOf(all, 'new')).toEqual({ protected_branches: { maximum: 100 } });
    expect(problemsOf(all, '7')).toEqual({
      pattern: { reserved: true },
      protected_branches: { maximum: 100 },
    });
    expect(problemsOf(all, 'new', '7')).toBeUndefined();
  });
});

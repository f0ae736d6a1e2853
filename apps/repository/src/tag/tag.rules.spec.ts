import type { NameProblem } from '@holdfast/vcs-spi';
import { newTagProblem } from './tag.rules.js';

const naming = (problem?: NameProblem) => ({ tagNameProblem: () => problem });
const refs = (get?: string, collision?: string) => ({ get: () => get, collision: () => collision });

describe('the name of a new tag', () => {
  it('is judged by the kind', () => {
    expect(newTagProblem(naming({ invalid: true }), refs('1234'), 'x')).toEqual({ invalid: true });
    expect(newTagProblem(naming({ maximum: 250 }), refs(), 'x')).toEqual({ maximum: 250 });
    expect(newTagProblem(naming(), refs(), 'x')).toBeUndefined();
  });

  it('is reserved while a tag has it or is a directory of it', () => {
    expect(newTagProblem(naming(), refs('1234'), 'x')).toEqual({ reserved: true });
    expect(newTagProblem(naming(), refs(undefined, 'x/y'), 'x')).toEqual({ reserved: true });
  });
});

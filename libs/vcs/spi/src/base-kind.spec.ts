import { BaseKind, type PossibleOptions } from './base-kind.js';
import type { KindRule } from './push-terms.js';
import type { VcsKind, VcsRepository } from './vcs-kind.js';
import { VcsRefusal } from './vcs-refusal.js';

class Toy extends BaseKind {
  readonly made: [string, PossibleOptions][] = [];
  version: Promise<string> = Promise.resolve('1.2');

  constructor() {
    super({
      traits: {
        id: 'toy',
        defaultReference: 'top',
        protectsBranches: true,
        laysOut: true,
        hasRemotes: 'both',
      },
      push: { namesAreDirectories: true, pushWords: {} as Record<KindRule, string> },
      nameProblem: (name) => (name === 'bad' ? { invalid: true } : undefined),
    });
  }

  protected make(directory: string, options: PossibleOptions): Promise<void> {
    this.made.push([directory, options]);
    return Promise.resolve();
  }

  open(): VcsRepository {
    throw new Error('no repositories here');
  }

  health(): ReturnType<VcsKind['health']> {
    return this.healthBy(this.version);
  }
}

describe('what kinds have in common', () => {
  it('says what the kind says of itself and of names', () => {
    const toy = new Toy();
    expect(toy).toMatchObject({
      ...{ id: 'toy', defaultReference: 'top', protectsBranches: true, laysOut: true, hasRemotes: 'both' },
      ...{ namesAreDirectories: true, pushWords: {} },
    });
    for (const problemOf of ['branchNameProblem', 'tagNameProblem'] as const)
      expect([toy[problemOf]('bad'), toy[problemOf]('good')]).toEqual([{ invalid: true }, undefined]);
  });

  it('makes a repository with the default branch that is wanted, or with that of the kind', async () => {
    const toy = new Toy();
    await toy.create('/a');
    await toy.create('/b', { defaultReference: 'mine', layout: true });
    expect(toy.made).toEqual([
      ['/a', { defaultReference: 'top' }],
      ['/b', { defaultReference: 'mine', layout: true }],
    ]);
  });

  it('makes none whose default branch could not be there', async () => {
    const toy = new Toy();
    await expect(toy.create('/a', { defaultReference: 'bad' })).rejects.toMatchObject({
      code: 'name_invalid',
    });
    expect(toy.made).toEqual([]);
  });

  it('works where its programs tell their version, and says why they do not', async () => {
    const toy = new Toy();
    expect(await toy.health()).toEqual({ ready: true, version: '1.2' });
    toy.version = Promise.reject(new Error('no such program'));
    expect(await toy.health()).toEqual({ ready: false, problem: 'no such program' });
    toy.version = Promise.reject(new VcsRefusal('unavailable', 'the engine is away'));
    await expect(toy.health()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

import { DomainError } from '@holdfast/kernel';
import { VcsRefusal, type Branches } from '@holdfast/vcs-spi';
import { RefsInChange } from '../ref-change/refs-in-change.js';
import { BranchChanges, type Branching } from './branch-changes.js';

const [commit, moved] = ['1'.repeat(40), '2'.repeat(40)];
const by = { name: 'Ann', email: 'ann@example.org' };

/** A repository of Mercurial to which somebody pushes: the push has the lock, and then wants the ref, too. */
const pushedTo = (existing: string | undefined) => {
  const inChange = new RefsInChange();
  let [tip, isLocked] = [existing, true];
  let push: Promise<void> | undefined;
  const locked = <T>(work: () => T): Promise<T> => {
    if (!isLocked) return Promise.resolve().then(work);
    push ??= pushing();
    return Promise.reject(new VcsRefusal('occupied', 'somebody else writes'));
  };
  const pushing = async (): Promise<void> => {
    await inChange.enter('u', ['refs/heads/x'], Date.now() + 8_000);
    [tip, isLocked] = [moved, false];
    inChange.leave('u', ['refs/heads/x']);
  };
  const branches = {
    refOf: (id: string) => `refs/heads/${id}`,
    find: () => Promise.resolve(tip),
    snapshot: () => Promise.resolve({ size: 1 }),
    plan: () =>
      locked(() => {
        if (tip !== undefined) throw new VcsRefusal('name_in_use', 'there is such a branch');
        return { id: 'x', commit };
      }),
    create: () => locked(() => ({ id: 'x', commit })),
    delete: ({ expected }: { expected: string }) =>
      locked(() => {
        if (expected !== tip) throw new VcsRefusal('moved', 'it is elsewhere');
        return { id: 'x', commit: expected };
      }),
  } as unknown as Branches;
  const during = async (_: unknown, __: unknown, deadline: number, work: () => Promise<unknown>) => {
    await inChange.enter('u', ['refs/heads/x'], deadline);
    return work().finally(() => inChange.leave('u', ['refs/heads/x']));
  };
  const run = (...words: unknown[]) => (words.at(-1) as () => Promise<unknown>)();
  const flags = { of: () => Promise.resolve({ flags: new Set(), patternOf: () => undefined }) };
  const right = { confirm: () => Promise.resolve() };
  const rules = { mustAllow: () => Promise.resolve() };
  const parts = [flags, { during: run }, { run }, {}, { during }, right, rules];
  const changes = new BranchChanges(...(parts as unknown as ConstructorParameters<typeof BranchChanges>));
  const at = (patience: number): Branching =>
    ({
      ...{ branches, repository: { uuid: 'u' } },
      reading: { owner: { company: 'c', account: 'a' }, deadline: Date.now() + patience },
    }) as unknown as Branching;
  return { changes, at };
};

// The change had the ref and waited for the lock, the push had the lock and waited for the ref: the change was 503
// after five seconds, in which nobody could push to the repository.
describe('a branch that is changed while somebody pushes to it', () => {
  it('is deleted where the push has left it', async () => {
    const { changes, at } = pushedTo(commit);
    expect(await changes.remove(at(8_000), 'x', by)).toEqual({ id: 'x', commit: moved });
  });

  it('is in use where the push has made it', async () => {
    const { changes, at } = pushedTo(undefined);
    const making = { protect: false, mayPush: true, by };
    const made = changes.make(at(8_000), { id: 'x', commit }, making);
    await expect(made).rejects.toEqual(DomainError.invalid({ id: { reserved: true } }));
  });

  it('is not changed where the push takes longer than somebody waits', async () => {
    const { changes, at } = pushedTo(commit);
    await expect(changes.remove(at(50), 'x', by)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

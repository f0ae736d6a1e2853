import type { RefRefusal, RefSnapshot, RefUpdate, VcsKind, VcsRepository } from '@holdfast/vcs-spi';
import type { ProtectedBranchStore } from './protected-branch.store.js';
import { RefRoom } from './ref-room.js';
import { RefRules } from './ref-rules.js';

const pushWords = { collision: 'in the way', no_room: '', exists: 'is there' };
const update = (name: string): RefUpdate => ({ ref: `refs/heads/${name}`, sort: 'branch', name, new: '1' });

const empty: Omit<RefSnapshot, 'collision'> = {
  ...{ size: 1, weight: 0, names: [], page: () => [], get: () => undefined },
};

const refusalsOf = async (updates: readonly RefUpdate[], snapshot: RefSnapshot): Promise<RefRefusal[]> => {
  const data = {
    branches: { snapshot: () => Promise.resolve(snapshot) },
    head: () => Promise.resolve('main'),
  } as unknown as VcsRepository;
  const unprotected = { of: () => Promise.resolve(undefined) } as unknown as ProtectedBranchStore;
  const kind = { id: 'x', pushWords, namesAreDirectories: true } as unknown as VcsKind;
  const reading = { owner: { company: 'c', account: 'a' }, deadline: Date.now() + 60_000 };
  const { refused } = await new RefRules(unprotected, new RefRoom(1 << 30)).judge(
    { uuid: 'u', kind, data, reading },
    updates,
    { write: true, protectedPush: false, moveTags: false },
    () => Promise.resolve(new Set()),
  );
  return refused;
};

// What is in the way of the new branches of a push was looked up in one turn of the event loop: 50,000 names of some
// parts took half a second, as often as somebody had them refused. All else that was found out of them took as long.
describe('the names of a large push', () => {
  it('are looked up while others are served', async () => {
    let turn = 0;
    let isOver = false;
    const inTurn = new Map<number, number>();
    const next = (): void => {
      turn += 1;
      if (!isOver) setImmediate(next);
    };
    const snapshot = {
      ...empty,
      collision: (name: string) => {
        inTurn.set(turn, (inTurn.get(turn) ?? 0) + 1);
        for (const end = performance.now() + 0.2; performance.now() < end;);
        return name === 'b7' ? 'b7/x' : undefined;
      },
    } satisfies RefSnapshot;
    const updates = Array.from({ length: 2_000 }, (_, at) => update(`b${at}`));
    next();
    const refused = await refusalsOf(updates, snapshot);
    isOver = true;
    expect(refused.map(({ name, rule }) => `${name} ${rule}`)).toEqual(['b7 collision']);
    expect(Math.max(...inTurn.values())).toBeLessThan(500);
    expect([...inTurn.values()].reduce((sum, each) => sum + each, 0)).toBe(2_000);
  });

  it('are judged while others are served', async () => {
    let [isOver, last, longest] = [false, performance.now(), 0];
    const next = (): void => {
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
      if (!isOver) setImmediate(next);
    };
    const snapshot = { ...empty, collision: () => undefined };
    const names = Array.from({ length: 50_000 }, (_, at) =>
      update(`some/name/of/parts/${(at * 7919) % 50_000}`),
    );
    const began = performance.now();
    setImmediate(next);
    const refused = await refusalsOf([...names, update('some/name/of/parts/7/inside')], snapshot);
    isOver = true;
    expect(refused.map(({ name }) => name)).toEqual(['some/name/of/parts/7/inside']);
    expect(longest / (performance.now() - began)).toBeLessThan(1 / 4);
  });
});

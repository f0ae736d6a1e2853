import { Crowd } from './crowd.js';

describe('a crowd', () => {
  it('knows whose members are the most, whoever comes and goes', () => {
    const crowd = new Crowd<number>();
    const there = new Map<string, number[]>();
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let turn = 0; turn < 3_000; turn += 1) {
      const origin = `o${random(9)}`;
      const own = there.get(origin) ?? [];
      if (random(100) < (turn < 1_500 ? 60 : 40)) {
        crowd.add(origin, turn);
        own.push(turn);
      } else if (own.length > 0) crowd.remove(origin, own.splice(random(own.length), 1)[0]);
      there.set(origin, own);
      const sizes = [...there.values()].map(({ length }) => length);
      expect([crowd.most, crowd.size, crowd.of(origin)]).toEqual([
        ...[Math.max(...sizes), sizes.reduce((sum, size) => sum + size, 0)],
        own.length,
      ]);
    }
  });

  it('gives up the oldest of the origin that has the most, until nobody is left', () => {
    const crowd = new Crowd<string>();
    for (const member of ['a1', 'a2', 'b1', 'b2', 'b3']) crowd.add(member[0], member);
    crowd.add('b', 'b1');
    crowd.remove('b', 'unknown');
    const taken = Array.from({ length: 6 }, () => crowd.takeOldest());
    expect(taken).toEqual(['b2', 'a1', 'b3', 'a2', 'b1', undefined]);
    expect([crowd.size, crowd.most, crowd.of('a')]).toEqual([0, 0, 0]);
  });
});

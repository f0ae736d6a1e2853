import { createHash } from 'node:crypto';
import { ChainCosts } from './chain-costs.js';

const idOf = (number: number): string => createHash('sha1').update(String(number)).digest('hex');
const costOf = (number: number) => ({
  unpacked: number * 3,
  packed: number,
  length: number * 2,
  root: number + 7,
});

describe('the costs of chains', () => {
  it('are known of all objects of a pack, and of no others', () => {
    const costs = new ChainCosts(1_000);
    for (let each = 0; each < 1_000; each += 1) costs.set(idOf(each), costOf(each));
    for (let each = 1; each < 1_000; each += 1) expect(costs.get(idOf(each))).toEqual(costOf(each));
    expect(costs.get(idOf(1_000))).toBeUndefined();
    expect(new ChainCosts(0).get(idOf(1))).toBeUndefined();
  });

  it('are the highest of those whose ids begin alike, and those of an empty object are some', () => {
    const costs = new ChainCosts(3);
    const [one, other] = ['1', '2'].map((end) => `${'a'.repeat(39)}${end}`);
    costs.set(one, { unpacked: 1_000, packed: 20, length: 60, root: 5 });
    costs.set(other, { unpacked: 10, packed: 30, length: 40, root: 9 });
    const highest = { unpacked: 1_000, packed: 30, length: 60, root: 9 };
    expect([costs.get(one), costs.get(other)]).toEqual([highest, highest]);
    costs.set('0'.repeat(40), { unpacked: 0, packed: 0, length: 0, root: 0 });
    expect(costs.get('0'.repeat(40))).toEqual({ unpacked: 1, packed: 0, length: 0, root: 0 });
  });
});

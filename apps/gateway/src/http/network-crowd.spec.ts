import { addressNetwork } from '@holdfast/kernel';
import { NetworkCrowd } from './network-crowd.js';

const from = (block: string) => ({ network: addressNetwork(block), block });

describe('a crowd of networks', () => {
  it('gives up the oldest of the block that has the most, in the network that has the most', () => {
    const crowd = new NetworkCrowd<string>();
    for (const name of ['a1', 'a2', 'a3']) crowd.add(from('192.0.2.1'), name);
    for (const at of [1, 2, 3, 4]) crowd.add(from(`198.51.100.${at}`), `b${at}`);
    crowd.add(from('198.51.100.4'), 'b5');
    crowd.add(from('10.0.0.1 4711'), 'proxied');
    crowd.remove(from('198.51.100.3'), 'b3');
    crowd.remove(from('198.51.100.9'), 'unknown');
    expect(crowd.size).toBe(8);
    const taken = Array.from({ length: 9 }, () => crowd.takeOldest());
    expect(taken).toEqual(['b4', 'a1', 'b1', 'a2', 'b2', 'proxied', 'a3', 'b5', undefined]);
    expect(crowd.size).toBe(0);
  });

  it('takes who comes again as the last', () => {
    const crowd = new NetworkCrowd<string>();
    for (const name of ['first', 'second', 'first']) crowd.add(from('2001:db8:1:2::/64'), name);
    expect([crowd.size, crowd.takeOldest(), crowd.takeOldest(), crowd.takeOldest()]).toEqual([
      ...[2, 'second', 'first'],
      undefined,
    ]);
  });

  it('knows whose members are the most, whoever comes and goes', () => {
    const crowd = new NetworkCrowd<string>();
    const there = new Map<string, string[]>();
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let turn = 0; turn < 3_000; turn += 1) {
      const network = `n${random(3)}`;
      const block = `b${random(3)}`;
      const own = there.get(`${network} ${block}`) ?? [];
      if (random(100) < (turn < 1_500 ? 60 : 40)) {
        const member = `${network} ${block} ${turn}`;
        crowd.add({ network, block }, member);
        own.push(member);
      } else if (own.length > 0) crowd.remove({ network, block }, own.splice(random(own.length), 1)[0]);
      there.set(`${network} ${block}`, own);
      expect(crowd.size).toBe([...there.values()].flat().length);
    }
    for (let left = crowd.size; left > 0; left -= 1) {
      const taken = crowd.takeOldest() ?? '';
      const [network, block] = taken.split(' ');
      const sizeOf = (of: string) =>
        [...there].filter(([name]) => `${name} `.startsWith(`${of} `)).flatMap(([, all]) => all).length;
      const among = ['0', '1', '2'];
      expect(sizeOf(network)).toBe(Math.max(...among.map((at) => sizeOf(`n${at}`))));
      const own = `${network} ${block}`;
      expect(sizeOf(own)).toBe(Math.max(...among.map((at) => sizeOf(`${network} b${at}`))));
      expect(there.get(own)?.shift()).toBe(taken);
    }
    expect(crowd.takeOldest()).toBeUndefined();
  });
});

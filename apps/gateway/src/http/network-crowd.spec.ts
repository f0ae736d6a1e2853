import { NetworkCrowd } from './network-crowd.js';

describe('a crowd of networks', () => {
  it('gives up the oldest of the block that has the most, in the network that has the most', () => {
    const crowd = new NetworkCrowd<string>();
    for (const name of ['a1', 'a2', 'a3']) crowd.add('192.0.2.1', name);
    for (const at of [1, 2, 3, 4]) crowd.add(`198.51.100.${at}`, `b${at}`);
    crowd.add('198.51.100.4', 'b5');
    crowd.add('10.0.0.1 4711', 'proxied');
    crowd.remove('198.51.100.3', 'b3');
    crowd.remove('198.51.100.9', 'unknown');
    expect(crowd.size).toBe(8);
    const taken = Array.from({ length: 9 }, () => crowd.takeOldest());
    expect(taken).toEqual(['b4', 'a1', 'b1', 'a2', 'b2', 'proxied', 'a3', 'b5', undefined]);
    expect(crowd.size).toBe(0);
  });

  it('takes who comes again as the last', () => {
    const crowd = new NetworkCrowd<string>();
    for (const name of ['first', 'second', 'first']) crowd.add('2001:db8:1:2::/64', name);
    expect([crowd.size, crowd.takeOldest(), crowd.takeOldest(), crowd.takeOldest()]).toEqual([
      ...[2, 'second', 'first'],
      undefined,
    ]);
  });
});

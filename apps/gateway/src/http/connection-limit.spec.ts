import { addressBlock, ConnectionLimit } from './connection-limit.js';

describe('the block of an address', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['', ''],
  ])('of %s is %s', (address, block) => expect(addressBlock(address)).toBe(block));
});

describe('the connections of an address', () => {
  it('are limited, and counted as long as they are open', () => {
    const limit = new ConnectionLimit(2, []);
    const first = limit.admit('10.0.0.1');
    limit.admit('::ffff:10.0.0.1');
    expect(limit.admit('10.0.0.1')).toBeUndefined();
    expect(limit.admit('10.0.0.2')).toBeDefined();
    first?.();
    expect(limit.admit('10.0.0.1')).toBeDefined();
    expect(limit.admit('10.0.0.1')).toBeUndefined();
  });

  it('are those of its network with IPv6', () => {
    const limit = new ConnectionLimit(1, []);
    limit.admit('2001:db8:1:2::1');
    expect(limit.admit('2001:db8:1:2::2')).toBeUndefined();
    expect(limit.admit('2001:db8:1:3::2')).toBeDefined();
  });

  it('are not limited for a trusted proxy', () => {
    const limit = new ConnectionLimit(1, ['10.0.0.1']);
    for (let left = 5; left > 0; left -= 1) expect(limit.admit('::ffff:10.0.0.1')).toBeDefined();
  });
});

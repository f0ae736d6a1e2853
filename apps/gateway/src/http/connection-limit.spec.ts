import { ConnectionLimit } from './connection-limit.js';

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

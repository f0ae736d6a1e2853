import { addressBlock, addressNetwork } from './address-block.js';

describe('the block of a client address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:0DB8::1:0:0:0:9', '2001:db8:0:1::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:0:192.0.2.7', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('of %j is %j', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});

describe('the network of a client address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.3.7', '192.0.3.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0::/48'],
    ['2001:db8:0:1::/64', '2001:db8:0::/48'],
    ['2001:db8::', '2001:db8:0::/48'],
    ['unknown', 'unknown'],
  ])('of %j is %j', (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });
});

import { addressesIn, networkOf, outgoingAddresses } from './outgoing-address.js';

describe('addresses to which this machine connects for others', () => {
  const usual = outgoingAddresses([]);

  it.each(['8.8.8.8', '140.82.112.3', '168.63.129.15', '2606:4700::1111', '2a00:1450:4001::8a'])(
    'takes %s',
    (address) => {
      expect(usual(address)).toBe(true);
    },
  );

  it.each([
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255', '198.18.0.1', '168.63.129.16'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '64:ff9b::7f00:1'],
    ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '2002:7f00:1::', '2001:0:1::1'],
    ...['2001:db8::1', 'localhost', '', '127.1', '0x7f000001', '2130706433'],
  ])('does not take %s', (address) => {
    expect(usual(address)).toBe(false);
  });

  it('takes what the operator opens, and no more', () => {
    const some = outgoingAddresses(['10.2.0.0/16', '127.0.0.1', 'fd00:1::/32']);
    expect(['10.2.3.4', '127.0.0.1', 'fd00:1::5', '8.8.8.8'].map(some)).toEqual([true, true, true, true]);
    expect(['10.3.0.1', '127.0.0.2', 'fd00:2::5', '::ffff:127.0.0.1', '::1'].map(some)).toEqual(
      Array(5).fill(false),
    );
  });

  it.each(['10.0.0.0/33', '::/129', 'a.b/8', '10.0.0/8', '10.0.0.0/', '', 'x10.0.0.0/8'])(
    '%s is no network',
    (text) => {
      expect(networkOf(text)).toBeUndefined();
      expect(() => addressesIn([text])).toThrow(`${text} is no network`);
    },
  );

  it('are in no network where they are those of a link, or none', () => {
    const local = addressesIn(['fe80::/10', '10.0.0.0/8']);
    expect(['fe80::1', '10.1.2.3', 'fe80::1%eth0', '10.1.2', 'x'].map(local)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

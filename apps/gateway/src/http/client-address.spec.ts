import type { IncomingMessage } from 'node:http';
import { clientAddress } from './client-address.js';

const proxy = '10.0.0.1';
const said = (forwarded?: string, peer = proxy): string =>
  clientAddress(
    {
      socket: { remoteAddress: peer },
      headers: { 'x-forwarded-for': forwarded },
    } as unknown as IncomingMessage,
    [proxy, '10.0.0.2'],
  );

describe('the address of a client', () => {
  it('is that of the connection, unless a trusted proxy has it', () => {
    expect(said('9.9.9.9', '::ffff:7.7.7.7')).toBe('7.7.7.7');
    expect(said(undefined)).toBe(proxy);
    expect(said(' , ')).toBe(proxy);
  });

  it.each([
    ['9.9.9.9', '9.9.9.9'],
    ['1.1.1.1, 9.9.9.9', '9.9.9.9'],
    ['9.9.9.9, 10.0.0.2', '9.9.9.9'],
    ['9.9.9.9, ::ffff:10.0.0.2', '9.9.9.9'],
    ['9.9.9.9:4711', '9.9.9.9'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::FFFF:9.9.9.9', '9.9.9.9'],
    [`fe80::1%${'x'.repeat(9000)}`, 'fe80::1'],
    [',,9.9.9.9,,', '9.9.9.9'],
  ])('is the nearest that a trusted proxy says: %j', (forwarded, address) =>
    expect(said(forwarded)).toBe(address),
  );

  it.each(['unknown', '<script>', '9.9.9.9, x', '9.9.9', '9.9.9.9:a', `${'9.'.repeat(4000)}9`, 'a\tb'])(
    'is that of the proxy where it says no address: %j',
    (forwarded) => expect(said(forwarded)).toBe(proxy),
  );
});

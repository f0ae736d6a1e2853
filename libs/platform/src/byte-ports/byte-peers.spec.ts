import { jest } from '@jest/globals';
import type { LookupAddress } from 'node:dns';
import { BytePeers, loopbackPeers, type NamesOfPeers } from './byte-peers.js';

describe('the byte ports to which a process connects', () => {
  const isAllowed = (allowed: readonly string[], origin: string): boolean => {
    try {
      new BytePeers(allowed).to(origin);
      return true;
    } catch {
      return false;
    }
  };

  it('are those of this machine where nothing is said', () => {
    expect(new BytePeers(loopbackPeers).to('http://127.0.0.1:4711')).toEqual({
      secure: false,
      host: '127.0.0.1',
      port: 4711,
    });
    const peers = new BytePeers(loopbackPeers);
    expect(peers.to('http://127.0.0.1:4711')).toBe(peers.to('http://127.0.0.1:4711'));
    for (const other of ['http://127.0.0.2:1', 'http://localhost:1', 'http://[::1]:1', 'http://10.0.0.1:1'])
      expect(isAllowed(loopbackPeers, other)).toBe(false);
  });

  it.each([
    ['10.1.0.0/16:7070', 'http://10.1.2.3:7070', 'http://10.2.0.1:7070'],
    ['10.1.0.0/16:7070', 'http://10.1.2.3:7070', 'http://10.1.2.3:7071'],
    ['10.1.2.3:*', 'http://10.1.2.3:1', 'http://10.1.2.4:1'],
    ['[fd00::/8]:7070', 'http://[fd00::1]:7070', 'http://[fe80::1]:7070'],
    ['artifact:7070', 'http://artifact:7070', 'http://artifacts:7070'],
    ['artifact:7070', 'http://artifact:7070', 'http://artifact:22'],
    ['*.repository.ns:7070', 'http://repository-0.repository.ns:7070', 'http://a.b.repository.ns:7070'],
    ['*.repository.ns:7070', 'http://repository-0.repository.ns:7070', 'http://repository.ns:7070'],
    [
      '*.repository.ns:7070',
      'http://repository-0.repository.ns:7070',
      'http://repository-0.repository.ns.x:7070',
    ],
  ])('where %s is allowed are such as %s, and not %s', (rule, right, wrong) => {
    expect(isAllowed([rule], right)).toBe(true);
    expect(isAllowed([rule], wrong)).toBe(false);
  });

  it.each([
    'http://10.1.2.3',
    'http://10.1.2.3:7070/',
    'http://user@10.1.2.3:7070',
    'ftp://10.1.2.3:7070',
    'http://0x0a.1.2.3:7070',
    'http://10.66051:7070',
    'http://167838211:7070',
    'http://[::ffff:10.1.2.3]:7070',
    'http://[::ffff:a01:203]:7070',
    'http://[fd00::1%eth0]:7070',
    'http://10.1.2.3:70700',
    'http://[10.1.2.3]:7070',
    'http://artifact:7070\r\nx: y',
    'HTTP://ARTIFACT:7070',
    '',
  ])('are never written as %j', (origin) => {
    expect(isAllowed(['10.0.0.0/8:*', '[::/0]:*', 'artifact:*', '*.1.2.x:*'], origin)).toBe(false);
  });

  describe('by a name', () => {
    /** What a connection to the name goes to, or why to none. */
    const foundFor = (allowed: string[], addresses: string[], all = false): unknown => {
      let asked = 0;
      const names: NamesOfPeers = (_name, _options, found) => {
        asked += 1;
        found(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      };
      const peers = new BytePeers(allowed, undefined, names);
      let outcome: unknown;
      const take = (error: Error | null, found: string | LookupAddress[]): void => {
        outcome = error ? error.message : found;
      };
      peers.connecting(peers.to('http://artifact:7070')).lookup('artifact', { all }, take);
      expect(asked).toBe(1);
      return outcome;
    };

    it.each(['10.0.0.1', '172.16.3.4', '192.168.0.9', '100.64.0.1', 'fd00::1'])('may be at %s', (address) =>
      expect(foundFor(['artifact:7070'], [address])).toBe(address),
    );

    it.each(['127.0.0.1', '169.254.169.254', '8.8.8.8', '::1', 'fe80::1', '::ffff:10.0.0.1', '0.0.0.0'])(
      'are not at %s, whatever else the name leads to',
      (address) =>
        expect(foundFor(['artifact:7070'], ['10.0.0.1', address], true)).toBe(
          `artifact leads to ${address}: HOLDFAST_BYTES_PEERS does not allow it`,
        ),
    );

    it('may be at another address that is listed with the port', () => {
      expect(foundFor(['artifact:7070', '127.0.0.2:7070'], ['127.0.0.2'])).toBe('127.0.0.2');
      expect(foundFor(['artifact:7070', '127.0.0.2:7071'], ['127.0.0.2'])).toMatch('does not allow');
    });

    it('are all that it leads to, for who tries one after the other', () =>
      expect(foundFor(['artifact:*'], ['10.0.0.1', 'fd00::1'], true)).toEqual([
        { address: '10.0.0.1', family: 4 },
        { address: 'fd00::1', family: 6 },
      ]));

    it('that nobody knows is the fault of the lookup', () => {
      const unknown: NamesOfPeers = (_name, _options, found) => found(new Error('unknown'), []);
      const peers = new BytePeers(['artifact:*'], undefined, unknown);
      const failed = jest.fn();
      peers.connecting(peers.to('http://artifact:1')).lookup('artifact', {}, failed);
      expect(failed.mock.calls).toEqual([[new Error('unknown'), []]]);
    });
  });
});

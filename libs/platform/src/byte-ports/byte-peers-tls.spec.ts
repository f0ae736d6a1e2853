import type { LookupAddress, LookupOptions } from 'node:dns';
import type { SecureContext } from 'node:tls';
import { BytePeers, PeerRefused, type NamesOfPeers } from './byte-peers.js';

describe('byte ports that speak TLS', () => {
  const client: SecureContext = { context: {} };
  const speaking = (...allowed: string[]): BytePeers => new BytePeers(allowed, { client });
  const isAllowed = (peers: BytePeers, origin: string): boolean => {
    try {
      peers.to(origin);
      return true;
    } catch (error) {
      expect(error).toBeInstanceOf(PeerRefused);
      expect((error as Error).name).toBe('PeerRefused');
      return false;
    }
  };

  it('are connected to where they are allowed, those without where it is not asked for', () => {
    expect(speaking('a:1').to('https://a:1')).toEqual({ secure: true, host: 'a', port: 1 });
    expect(isAllowed(speaking('a:1'), 'http://a:1')).toBe(true);
    expect(isAllowed(speaking('https://a:1'), 'https://a:1')).toBe(true);
    expect(isAllowed(speaking('https://a:1'), 'http://a:1')).toBe(false);
    expect(isAllowed(speaking('https://10.0.0.0/8:1'), 'http://10.0.0.1:1')).toBe(false);
  });

  it('are connected to by nobody who speaks none', () => {
    expect(() => new BytePeers(['a:1']).to('https://a:1')).toThrow(
      'https://a:1 without HOLDFAST_BYTES_TLS_CERT: HOLDFAST_BYTES_PEERS does not allow it',
    );
    expect(isAllowed(new BytePeers(['a:1']), 'http://a:1')).toBe(true);
  });

  it('show a certificate for their name, or for that which their network has', () => {
    const peers = speaking('a:1', 'https://b.ns=10.0.0.0/8:1', '11.0.0.1:1');
    const asked = (origin: string): object => {
      const { lookup, ...others } = peers.connecting(peers.to(origin));
      expect(lookup).toBeInstanceOf(Function);
      return others;
    };
    expect(asked('https://a:1')).toEqual({ secureContext: client, servername: 'a' });
    expect(peers.to('https://10.0.0.1:1')).toEqual({ secure: true, host: '10.0.0.1', port: 1, as: 'b.ns' });
    expect(asked('https://10.0.0.1:1')).toEqual({ secureContext: client, servername: 'b.ns' });
    expect(asked('https://11.0.0.1:1')).toEqual({ secureContext: client });
    expect(asked('http://a:1')).toEqual({});
    const plain = new BytePeers(['a:1']);
    expect(Object.keys(plain.connecting({ secure: true, host: 'a', port: 1 }))).toEqual(['lookup']);
  });

  it('may be at all ports that there are', () => {
    expect(isAllowed(speaking('a:65535'), 'http://a:65535')).toBe(true);
    expect(isAllowed(speaking('a:*'), 'http://a:0')).toBe(false);
    expect(isAllowed(speaking('a:*'), 'xhttp://a:1')).toBe(false);
    expect(isAllowed(speaking('*.ns:1'), 'http://.ns:1')).toBe(false);
    expect(isAllowed(speaking('10.0.0.0/8:1'), 'http://a:1')).toBe(false);
  });

  it('are refused with the beginning of what was asked for', () =>
    expect(() => speaking('a:1').to(`http://${'b'.repeat(1_000)}:1`)).toThrow(
      new PeerRefused(`http://${'b'.repeat(293)}`),
    ));

  it('are a list of rules, each of which is one', () =>
    expect(() => speaking('a:1', 'b')).toThrow(new TypeError('b is no byte port')));

  it('are looked up with what was asked for, and all that is found is judged', () => {
    const heard: LookupOptions[] = [];
    const names: NamesOfPeers = (_name, options, found) => {
      heard.push(options);
      found(null, [{ address: '8.8.8.8', family: 4 }]);
    };
    const peers = new BytePeers(['a:1'], { client }, names);
    const told: [unknown, string | LookupAddress[]][] = [];
    const { lookup } = peers.connecting(peers.to('https://a:1'));
    lookup('a', { family: 4, all: false }, (error, found) => void told.push([error, found]));
    expect(heard).toEqual([{ family: 4, all: true }]);
    expect(told).toEqual([[new PeerRefused('a leads to 8.8.8.8'), []]]);
  });
});

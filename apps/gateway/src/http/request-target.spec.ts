import { clientAddress } from './client-address.js';
import { requestTarget } from './request-target.js';
import type { IncomingMessage } from 'node:http';

describe('a request target', () => {
  it.each([
    ['/api/projects?limit=1', '/api/projects', 'limit=1'],
    ['http://host:1/api/projects?x', '/api/projects', 'x'],
    ['HTTPS://host', '/', ''],
    ['/a%2Fb?c?d', '/a%2Fb', 'c?d'],
    ['*', '*', ''],
  ])('%s is split without decoding', (target, path, query) => {
    expect(requestTarget(target)).toEqual({ path, query });
  });
});

describe('the address of a client', () => {
  const request = (peer: string, forwarded?: string): IncomingMessage =>
    ({
      socket: { remoteAddress: peer },
      headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    }) as unknown as IncomingMessage;

  it('is the peer, whatever it claims', () => {
    expect(clientAddress(request('::ffff:10.0.0.9', '1.2.3.4'), [])).toBe('10.0.0.9');
  });

  it('is the nearest one before the trusted proxies', () => {
    expect(clientAddress(request('10.0.0.1', '6.6.6.6, 9.9.9.9, 10.0.0.2'), ['10.0.0.1', '10.0.0.2'])).toBe(
      '9.9.9.9',
    );
  });
});

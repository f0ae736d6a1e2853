import { isTrusted } from './trusted-proxies.js';

describe('trusted proxies', () => {
  const trusted = ['192.0.2.1', '10.42.0.0/16', 'fd00::/8'];

  it.each(['192.0.2.1', '::ffff:192.0.2.1', '10.42.7.1', '::ffff:10.42.0.1', 'fd00::1'])('are %s', (peer) =>
    expect(isTrusted(trusted, peer)).toBe(true),
  );

  it.each(['192.0.2.2', '10.43.0.1', '::1', '2001:db8::1', 'unix', ''])('are not %s', (peer) =>
    expect(isTrusted(trusted, peer)).toBe(false),
  );

  it('are nobody where none is named', () => expect(isTrusted([], '127.0.0.1')).toBe(false));
});

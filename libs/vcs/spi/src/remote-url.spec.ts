import { isRefusedHost, remoteUrl } from './remote-url.js';

describe('the address of a remote', () => {
  it.each(['https://example.org/a.git', 'http://example.org:8080/a/b', 'HTTPS://Example.org/ä'])(
    '%s',
    (text) => {
      expect(remoteUrl(text)).toBeInstanceOf(URL);
    },
  );

  it.each([
    ...['', 'a', 'ssh://a/b', 'git://a/b', 'file:///a', 'ext::sh -c x', 'https:a', 'https:///a', 'http://'],
    ...[
      'https://u@a/b',
      'https://u:p@a/b',
      'https://a/b?c',
      'https://a/b#c',
      'https://a/b c',
      'https://a\\b',
    ],
    ...[
      'https://a/\nb',
      'https://-a/b',
      'https://a:0/b',
      'https://a:99999/b',
      `https://a/${'b'.repeat(2_000)}`,
    ],
  ])('is not %j', (text) => {
    expect(remoteUrl(text)).toBeUndefined();
  });

  it.each([
    ...[
      'http://127.0.0.1/',
      'http://127.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://localhost/',
    ],
    ...['http://[::ffff:127.0.0.1]/', 'http://10.0.0.1./', 'http://169.254.169.254/', 'http://a.localhost./'],
  ])('is refused at once where it is %s', (text) => {
    const url = remoteUrl(text);
    expect(url && isRefusedHost(url, [])).toBe(true);
  });

  it('may be any name otherwise, and what the operator has opened', () => {
    expect(isRefusedHost(new URL('http://intern.example/'), [])).toBe(false);
    expect(isRefusedHost(new URL('http://127.0.0.1/'), ['127.0.0.1'])).toBe(false);
    expect(isRefusedHost(new URL('http://localhost.example/'), [])).toBe(false);
  });

  it('may be a name of this machine only where the operator has opened that', () => {
    const local = new URL('http://a.localhost/');
    for (const opened of ['127.0.0.0/8', '127.0.0.1', '::1', '::1/128'])
      expect([opened, isRefusedHost(local, ['10.0.0.0/8', opened])]).toEqual([opened, false]);
    for (const other of ['10.0.0.0/8', '10.127.0.0/16', 'fd00::1/128'])
      expect([other, isRefusedHost(local, [other])]).toEqual([other, true]);
    expect(isRefusedHost(new URL('http://[fd00::1]/'), ['fd00::/8'])).toBe(false);
  });

  it('has as many characters as an address may have', () => {
    expect(remoteUrl(`https://a/${'b'.repeat(1_990)}`)?.pathname).toHaveLength(1_991);
    expect(remoteUrl(`https://a/${'b'.repeat(1_991)}`)).toBeUndefined();
    expect(remoteUrl('xhttps://a/')).toBeUndefined();
  });
});

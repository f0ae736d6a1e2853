import { isServerAddress } from './server-address.js';

describe('the address of a server', () => {
  it.each(['https://s3.example.org', 'http://127.0.0.1:9000/', 'https://[::1]:9000'])('may be %s', (text) => {
    expect(isServerAddress(text)).toBe(true);
  });

  it.each([
    ...[
      '',
      's3.example.org',
      'ftp://s3.example.org',
      'https://',
      'https://a/b',
      'https://a?b',
      'https://a#b',
    ],
    ...['https://user:word@a', 'https://a:port'],
  ])('is not %j', (text) => {
    expect(isServerAddress(text)).toBe(false);
  });
});

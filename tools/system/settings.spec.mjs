import { readSettings } from './settings.mjs';

describe('settings', () => {
  it('have defaults', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      sshPort: 2222,
      siteUrl: 'http://127.0.0.1:8080',
      vendor: 'svc',
    });
  });

  it('give the site the address of the door, which clients can reach', () => {
    expect(readSettings({ HOLDFAST_HOST: '0.0.0.0', HOLDFAST_PORT: '81' }).siteUrl).toBe(
      'http://127.0.0.1:81',
    );
    expect(readSettings({ HOLDFAST_HOST: '::', HOLDFAST_TLS_CERT: '/c' }).siteUrl).toBe('https://[::1]:8080');
    expect(readSettings({ HOLDFAST_SITE_URL: 'https://code.example/' }).siteUrl).toBe('https://code.example');
  });

  it.each(['0', '65536', 'http', '-1', '80 '])('refuse the port %j', (port) => {
    expect(() => readSettings({ HOLDFAST_PORT: port })).toThrow('HOLDFAST_PORT');
  });

  it.each(['/a"b', '/a/$b', '/a\\b', '/a\nb'])(
    'refuse the home %j, which other programs would misread',
    (home) => {
      expect(() => readSettings({ HOLDFAST_HOME: home })).toThrow('HOLDFAST_HOME');
      expect(readSettings({ HOLDFAST_HOME: "/ho me's ü#;{%d}" }).home).toBe("/ho me's ü#;{%d}");
    },
  );

  it.each(['127.0.0.2:7070', '0.0.0.0:0', '[::]:0', '7070'])(
    'refuse %s for the bytes of several parts',
    (listen) => {
      expect(() => readSettings({ HOLDFAST_BYTES_LISTEN: listen })).toThrow('HOLDFAST_BYTES_LISTEN');
    },
  );

  it('take one address of the machine for the bytes of all parts, and no name', () => {
    expect(readSettings({ HOLDFAST_BYTES_LISTEN: '10.0.0.1:0' }).port).toBe(8080);
    expect(readSettings({ HOLDFAST_BYTES_LISTEN: '[fd00::1]:0' }).port).toBe(8080);
    expect(() => readSettings({ HOLDFAST_BYTES_URL: 'http://a:1' })).toThrow('HOLDFAST_BYTES_URL');
  });

  it('take no one port on which all parts would say how they are', () => {
    expect(readSettings({ HOLDFAST_HEALTH_LISTEN: '0.0.0.0:0' }).port).toBe(8080);
    expect(() => readSettings({ HOLDFAST_HEALTH_LISTEN: '0.0.0.0:8081' })).toThrow('HOLDFAST_HEALTH_LISTEN');
  });

  it('have room for events on three servers of the broker, or on more', () => {
    /** @param {string} said */
    const copies = (said) => readSettings({ HOLDFAST_NATS_COPIES: said }).brokerCopies;
    expect(['', '1', '3', '5'].map(copies)).toEqual([3, 3, 3, 5]);
    for (const said of ['0', '6', 'x']) expect(() => copies(said)).toThrow('HOLDFAST_NATS_COPIES');
  });

  it('refuse a secret that is none', () => {
    expect(() => readSettings({ HOLDFAST_SECRET: 'abc' })).toThrow('64');
  });
});

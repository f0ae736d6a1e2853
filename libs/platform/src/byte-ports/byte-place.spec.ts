import { listenAddress } from '../settings/listen-address.js';
import { bytePlaceOf, byteUrl, toldOf } from './byte-place.js';
import { peerRuleOf, peerRules } from './peer-rule.js';

describe('the place of a byte port', () => {
  it.each([
    ['0.0.0.0:7070', { host: '0.0.0.0', port: 7070 }],
    ['127.0.0.2:0', { host: '127.0.0.2', port: 0 }],
    ['[::]:7070', { host: '::', port: 7070 }],
  ])('is read from %s', (given, place) => expect(listenAddress.read(given)).toEqual(place));

  it.each(['7070', ':7070', '0.0.0.0', '0.0.0.0:70700', 'host:7070', '[1.2.3.4]:1', '::1:7070', '1.2.3:1'])(
    'is not read from %s',
    (given) => expect(listenAddress.read(given)).toBeUndefined(),
  );

  it.each([
    'http://a:1',
    'https://a:65535',
    'http://repository-0.repository:7070',
    'http://10.0.0.1:7070',
    'http://[fd00::1]:7070',
  ])('is told as %s', (given) => expect(byteUrl.read(given)).toBe(given));

  it.each([
    'http://a',
    'http://a:0',
    'http://a:70000',
    'a:7070',
    'http://a:1/',
    'ftp://a:1',
    'http://A:1',
    'xhttp://a:1',
  ])('is not told as %s', (given) => expect(byteUrl.read(given)).toBeUndefined());

  it('is this machine where nothing is said', () =>
    expect(toldOf(bytePlaceOf(undefined, undefined), 4711)).toBe('http://127.0.0.1:4711'));

  it('is what it listens on, or what others are to be told', () => {
    expect(toldOf(bytePlaceOf({ host: '10.0.0.1', port: 0 }, undefined), 4711)).toBe('http://10.0.0.1:4711');
    expect(toldOf(bytePlaceOf({ host: 'fd00::1', port: 0 }, undefined), 4711)).toBe('http://[fd00::1]:4711');
    expect(toldOf(bytePlaceOf({ host: '::', port: 7070 }, 'http://node-1:80'), 7070)).toBe(
      'http://node-1:80',
    );
  });

  it('is told with the way in which it speaks', () => {
    const tls = { cert: '/c', key: '/k', ca: '/a' };
    expect(toldOf(bytePlaceOf({ host: '10.0.0.1', port: 0 }, undefined, tls), 1)).toBe('https://10.0.0.1:1');
    expect(bytePlaceOf(undefined, 'https://a:1', tls)).toMatchObject({ url: 'https://a:1', tls });
    for (const wrong of [
      () => bytePlaceOf(undefined, 'http://a:1', tls),
      () => bytePlaceOf(undefined, 'https://a:1'),
    ])
      expect(wrong).toThrow('HOLDFAST_BYTES_URL must begin with https://');
  });

  it.each(['0.0.0.0', '::'])('on %s has to be told', (host) =>
    expect(() => bytePlaceOf({ host, port: 7070 }, undefined)).toThrow('HOLDFAST_BYTES_URL is not set'),
  );
});

describe('the rules of byte ports', () => {
  it.each([
    ['10.0.0.0/8:7070', { network: '10.0.0.0/8', port: 7070 }],
    ['127.0.0.1:*', { network: '127.0.0.1' }],
    ['[fd00::/8]:1', { network: 'fd00::/8', port: 1 }],
    ['*.repository:7070', { name: '*.repository', port: 7070 }],
    ['artifact.ns.svc:7070', { name: 'artifact.ns.svc', port: 7070 }],
    ['a:65535', { name: 'a', port: 65_535 }],
    ['a:*', { name: 'a' }],
    ['https://a.b:1', { secure: true, name: 'a.b', port: 1 }],
    [
      'https://artifact.ns=10.1.0.0/16:1',
      { secure: true, network: '10.1.0.0/16', port: 1, as: 'artifact.ns' },
    ],
  ])('are written as %s', (given, rule) => expect(peerRuleOf(given)).toEqual(rule));

  it.each([
    ...['10.0.0.0/8', '10.0.0.0/33:1', 'a', '*:7070', '*.*.a:1', 'a*.b:1', 'a.*:1', 'A:1', 'a:0', 'a:70000'],
    ...[
      'fd00::/8:1',
      '[10.0.0.1]:1',
      '[a]:1',
      '127.1:1',
      '0x7f.1:1',
      'a..b:1',
      '-a:1',
      'http://a:1',
      'a=b:1',
      'xhttps://a:1',
      'a:1x',
      '*:',
      'B=10.0.0.1:1',
      ':1',
      '*.a=10.0.0.1:1',
      '',
    ],
  ])('are not written as %s', (given) => expect(peerRuleOf(given)).toBeUndefined());

  it('are a list, all of which must be right', () => {
    expect(peerRules.read('a:1, b:2\n c:3')).toEqual(['a:1', 'b:2', 'c:3']);
    expect(peerRules.read(' a:1 ,, b:2,')).toEqual(['a:1', 'b:2']);
    for (const wrong of ['a:1,b', ' , ']) expect(peerRules.read(wrong)).toBeUndefined();
  });
});

import { mercurialHttp } from './mercurial-http.js';

const readOf = (path: string, method = 'GET', headers = {}) =>
  mercurialHttp.readOf?.({ method, path, headers });

describe('what is a read of Mercurial by itself', () => {
  it('is what names one command that reads', () => {
    for (const command of ['capabilities', 'batch', 'getbundle', 'stream_out'])
      for (const method of ['GET', 'POST']) expect(readOf(`/?cmd=${command}`, method)).toBe('read');
    expect(readOf('/?cmd=known', 'GET', { 'x-hgarg-1': 'nodes=' })).toBe('read');
    expect(readOf('/?pairs=1&cmd=listkeys&namespace=x')).toBe('read');
  });

  it('is nothing else', () => {
    for (const path of [
      '/?cmd=unbundle',
      '/?cmd=pushkey',
      '/?cmd=heads&cmd=unbundle',
      '/?cmd=heads&c%6dd=unbundle',
      '/?cmd=other',
      '/??cmd=heads&style=json',
      '/?style=json#&cmd=heads',
      '/?',
      '/',
      '/x?cmd=heads',
      '/session',
    ])
      expect([path, readOf(path, 'POST')]).toEqual([path, undefined]);
    expect(readOf('/?cmd=heads', 'PUT')).toBeUndefined();
    expect(readOf('/?cmd=heads', 'GET', { 'x-hf-write': '1' })).toBeUndefined();
  });
});

describe('a request of Mercurial that cannot be served', () => {
  const asked = (method: string, query: string, headers: Record<string, string> = {}) =>
    mercurialHttp.asked({ method, headers }, { base: '/', rest: 'core', query });
  const length = { 'content-length': '4' };

  it.each(['unbundle&heads=686173686564', 'pushkey&namespace=x', 'batch', 'getbundle'])(
    'has a body of unknown length: %s',
    (query) => {
      expect(asked('POST', `cmd=${query}`)).toMatchObject({ refused: { status: 411 } });
      const chunked = { 'transfer-encoding': 'chunked' };
      expect(asked('POST', `cmd=${query}`, chunked)).toMatchObject({ refused: { status: 411 } });
      expect(asked('POST', `cmd=${query}`, length)).toMatchObject({ refused: undefined });
    },
  );

  it.each(['gzip', 'zstd', 'gzip, identity', ''])('has a body in a coding: %j', (coding) => {
    for (const query of ['cmd=unbundle', 'cmd=batch']) {
      const coded = asked('POST', query, { ...length, 'content-encoding': coding });
      expect(coded).toMatchObject({ refused: { status: 415, reason: 'the body must be sent plain' } });
    }
    const plain = asked('POST', 'cmd=unbundle', { ...length, 'content-encoding': 'identity' });
    expect(plain).toMatchObject({ service: 'write', refused: undefined });
  });

  it('names its command where the engine finds none, which would answer a page', () => {
    for (const query of ['?cmd=heads&style=json', 'style=json#&cmd=heads', 'cmd=heads&cmd=heads', 'cmd', ''])
      expect(asked('GET', query)).toMatchObject({ status: 404 });
    expect(asked('GET', 'cmd=lookup&key=a?b')).toMatchObject({ service: 'read', refused: undefined });
  });

  it('writes by another method than POST, or says no number of its arguments', () => {
    expect(asked('GET', 'cmd=unbundle')).toMatchObject({ refused: { status: 405 } });
    expect(asked('PUT', 'cmd=heads')).toMatchObject({ refused: { status: 405 } });
    expect(asked('HEAD', 'cmd=heads')).toMatchObject({ exchange: { method: 'GET' }, refused: undefined });
    for (const posted of ['x', '-1', '1'.repeat(13)])
      expect(asked('POST', 'cmd=batch', { ...length, 'x-hgargs-post': posted })).toMatchObject({
        refused: { status: 400 },
      });
    const long = asked('POST', 'cmd=pushkey', { ...length, 'x-hgargs-post': '2000000' });
    expect(long).toMatchObject({ refused: { status: 413 } });
  });
});

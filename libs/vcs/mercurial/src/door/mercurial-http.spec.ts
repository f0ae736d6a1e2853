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

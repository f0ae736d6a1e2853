import { subversionHttp } from './subversion-http.js';

const root = '/acme/projects/web/repositories/subversion/tree';
const readOf = (below: string, method = 'PROPFIND', headers: Record<string, string> = { depth: '0' }) =>
  subversionHttp.readOf?.({ method, path: `${root}${below}`, headers: { 'x-hf-root': root, ...headers } });

describe('what is a read of Subversion by itself', () => {
  it('is a method that reads, of what is in the history', () => {
    for (const method of ['GET', 'OPTIONS', 'PROPFIND', 'REPORT']) expect(readOf('', method)).toBe('read');
    for (const below of ['/', '/trunk', '/!svn/vcc/default', '/!svn/rvr/7/trunk/a%20b', '/trunk?p=3'])
      expect(readOf(below)).toBe('read');
  });

  it.each(['POST', 'PUT', 'DELETE', 'MERGE', 'PROPPATCH', 'LOCK', 'MKACTIVITY', 'HEAD2', ''])(
    'is not a %s',
    (method) => expect(readOf('/!svn/me', method)).toBeUndefined(),
  );

  it('is nothing of what is under way, in no spelling', () => {
    for (const below of [
      '/!svn/txn/1-1',
      '/!svn/txr/1-1/trunk',
      '/!svn/act/x',
      '/!svn/wrk/x',
      '/!svn/vtxr/x',
    ])
      expect(readOf(below)).toBeUndefined();
    for (const below of [
      '/!svn/t%78r/1-1',
      '/!svn//txr/1-1',
      '//!svn/txr/1',
      '/a/../!svn/txr/1',
      '/a%2fb',
      'x',
    ])
      expect(readOf(below)).toBeUndefined();
  });

  it('is no walk through a whole repository, and nothing elsewhere', () => {
    for (const depth of ['infinity', '2', ''])
      expect(readOf('/trunk', 'PROPFIND', { depth })).toBeUndefined();
    expect(readOf('/trunk', 'GET', { 'x-hf-root': '/elsewhere' })).toBeUndefined();
    for (const header of ['destination', 'content-length', 'x-hf-repo'])
      expect(readOf('/trunk', 'GET', { [header]: '1' })).toBeUndefined();
    expect(readOf('/trunk', 'GET', { 'user-agent': 'SVN' })).toBe('read');
    const path = `${root}/trunk`;
    expect(subversionHttp.readOf?.({ method: 'GET', path, headers: {} })).toBeUndefined();
  });
});

// SVNKit could check nothing out: it was told of no revision at all.
describe('a revision that is named in a header', () => {
  const askedOf = (method: string, below: string, label: string) => {
    const base = '/acme/projects/web/repositories/subversion/';
    const head = { method, url: `${root}${below}`, headers: { label, depth: '0' } };
    const asked = subversionHttp.asked(head, { base, rest: `tree${below}`, query: '' });
    return 'exchange' in asked ? [asked.exchange.path.slice(root.length), asked.refused] : asked.status;
  };

  it('is the one that is asked about', () => {
    expect(askedOf('PROPFIND', '/!svn/vcc/default', '4')).toEqual(['/!svn/bln/4', undefined]);
    expect(askedOf('PROPFIND', '/%21svn/vcc/default', '004')).toEqual(['/!svn/bln/4', undefined]);
  });

  it.each([
    ['REPORT', '/!svn/vcc/default', '4'],
    ['PROPFIND', '/trunk', '4'],
    ['PROPFIND', '/!svn/vcc/default', '-1'],
    ['PROPFIND', '/!svn/vcc/default', '4/../../txn/1-1'],
    ['PROPFIND', '/!svn/vcc/default', '12345678901'],
  ])('is none elsewhere, or where it is no number (%s %s %s)', (method, below, label) => {
    expect(askedOf(method, below, label)).toEqual([below, undefined]);
  });
});

// The server answered 500, with a page of its own.
describe('a lock', () => {
  const refusalOf = (method: string, below: string) => {
    const base = '/acme/projects/web/repositories/subversion/';
    const head = { method, url: `${root}${below}`, headers: {} };
    const asked = subversionHttp.asked(head, { base, rest: `tree${below}`, query: '' });
    return 'exchange' in asked ? asked.refused?.status : asked.status;
  };

  it('is of a file, by its own address', () => {
    for (const below of ['/!svn/me', '/!svn/rev/2', '/!svn/vcc/default', '/!svn/rvr/2/trunk/a'])
      expect([refusalOf('LOCK', below), refusalOf('UNLOCK', below)]).toEqual([405, 405]);
    expect([refusalOf('LOCK', '/trunk/a'), refusalOf('UNLOCK', '/trunk/a')]).toEqual([undefined, undefined]);
  });
});

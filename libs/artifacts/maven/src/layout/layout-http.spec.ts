import { layoutHttp } from './layout-http.js';

describe('the address of a file', () => {
  const asked = (rest: string): unknown =>
    layoutHttp.asked({ method: 'GET', headers: {} }, { base: '/maven/', rest, query: '' });

  it.each([
    ['lib/a/b', { repository: 'lib', address: '/maven/lib', path: '/a/b' }],
    ['lib/', { repository: 'lib', address: '/maven/lib', path: '/' }],
    ['lib', { repository: 'lib', address: '/maven/lib', path: '' }],
    ['l%69b/%61', { repository: 'lib', address: '/maven/l%69b', path: '/%61' }],
    ['/lib/a', undefined],
    ['', undefined],
    ['.lib/a', undefined],
    ['a%2fb/c', undefined],
    ['%zz/a', undefined],
    [`${'a'.repeat(250)}/b`, expect.objectContaining({ path: '/b' })],
    [`${'a'.repeat(251)}/b`, undefined],
  ])('%j is %j', (rest, address) => expect(asked(rest)).toEqual(address));

  it('is read, deployed and removed by the methods of HTTP', () => {
    expect(layoutHttp.methods).toEqual({ GET: 'read', HEAD: 'read', PUT: 'deploy', DELETE: 'remove' });
    expect(layoutHttp.words).toEqual({ deploy: 'deploy to it', remove: 'delete from it' });
  });
});

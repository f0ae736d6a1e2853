import { davAddress, sameRepository } from './dav-address.js';
import { serverHeaders } from './dav-headers.js';
import { subversionHttp } from './subversion-http.js';

const base = '/acme/projects/web/repositories/subversion/';
const root = `${base}team`;

describe('an address in a repository', () => {
  it('is taken apart, its id decoded and the rest as it was sent', () => {
    expect(davAddress(base, 't%65am/!svn/rvr/5/a%20b')).toEqual({
      ...{ repository: 'team', root, below: '/!svn/rvr/5/a%20b' },
    });
    expect(davAddress(base, 'team')).toEqual({ repository: 'team', root, below: '' });
    expect(davAddress(base, 'team/...')).toMatchObject({ below: '/...' });
  });

  it.each(['..', 'team/..', 'team/%2e%2E/x', 'team/./x', 'team/a%2fb', 'team/a%00', 'team/%', '.x', 'a..b'])(
    'is none where it leads elsewhere: %s',
    (rest) => expect(davAddress(base, rest)).toBeUndefined(),
  );
});

describe('another address that a client names', () => {
  it('may have any host, and is answered as a path', () => {
    for (const host of ['', 'https://svn.example.org', 'http://x:1'])
      expect(sameRepository(root, `${host}${base}te%61m/trunk/a%20b`)).toBe(`${root}/trunk/a%20b`);
  });

  it.each([
    `${base}other/trunk`,
    `${base}team2`,
    `${base}team/../other`,
    `${base}team/%2e%2e/other`,
    '/acme/projects/web/repositories/git/team',
    'trunk',
    '',
    'ftp://x/',
  ])('is refused outside of the repository: %s', (named) => {
    expect(sameRepository(root, named)).toBeUndefined();
    expect(serverHeaders({ headers: { destination: named } }, root)).toBeUndefined();
    expect(serverHeaders({ headers: { if: `<${named}> (<opaquelocktoken:x>)` } }, root)).toBeUndefined();
  });

  it('loses its host in conditions, and tokens stay as they are', () => {
    const condition = `<https://h${root}/a> (<opaquelocktoken:1> ["e<f"]) <http://h${root}/b> (Not <DAV:no-lock>)`;
    expect(serverHeaders({ headers: { if: condition } }, root)?.if).toBe(
      `<${root}/a> (<opaquelocktoken:1> ["e<f"]) <${root}/b> (Not <DAV:no-lock>)`,
    );
  });

  it('refuses a request before anybody sees it', () => {
    const copy = { method: 'COPY', headers: { destination: `http://x${base}other/trunk` } };
    const asked = subversionHttp.asked(copy, { base, rest: 'team/trunk', query: '' });
    expect(asked).toMatchObject({ service: 'write', refused: { status: 400 } });
  });
});

describe('the headers that the server gets', () => {
  it('are none of ours that a client made up', () => {
    const forged = {
      'x-hf-repo': '/etc',
      'x-hf-user': 'eve',
      'x-hf-root': '/',
      'x-hf-secret': 's',
      depth: '1',
    };
    expect(serverHeaders({ headers: forged }, root)).toEqual({ 'x-hf-root': root, depth: '1' });
  });

  it.each([undefined, 'infinity'])('go no deeper than one level at a time: %s', (depth) => {
    const asked = { method: 'PROPFIND', headers: depth === undefined ? {} : { depth } };
    expect(subversionHttp.asked(asked, { base, rest: 'team', query: '' })).toMatchObject({
      refused: { status: 400 },
    });
  });
});

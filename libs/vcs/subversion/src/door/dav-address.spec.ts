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

  it('has one form, however it was spelled', () => {
    expect(davAddress(base, 'team/%21svn/re%76/2')).toMatchObject({ below: '/!svn/rev/2' });
    expect(davAddress(base, 'team/tr%75nk/a%5cb%23/')).toMatchObject({ below: '/trunk/a%5Cb%23/' });
    expect(sameRepository(root, `${root}/%21sv%6e/act/a`)).toBe(`${root}/!svn/act/a`);
  });

  it.each([
    '..',
    'team/..',
    'team//!svn/rev/2',
    'team/!svn//rev/2',
    'team/a//',
    'team/\u00fc',
    'team/%2e%2E/x',
    'team/./x',
    'team/a%2fb',
    'team/a%00',
    'team/%',
    '.x',
    'a..b',
  ])('is none where it leads elsewhere: %s', (rest) => expect(davAddress(base, rest)).toBeUndefined());
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
    `${base}team//trunk`,
    '/acme/projects/web/repositories/git/team',
    'trunk',
    '',
    'ftp://x/',
  ])('is refused outside of the repository: %s', (named) => {
    expect(sameRepository(root, named)).toBeUndefined();
    expect(serverHeaders({ headers: { destination: named } }, { root, below: '/' })).toBeUndefined();
    expect(
      serverHeaders({ headers: { if: `<${named}> (<opaquelocktoken:x>)` } }, { root, below: '/' }),
    ).toBeUndefined();
  });

  it('loses its host in conditions, and tokens stay as they are', () => {
    const condition = `<https://h${root}/a> (<opaquelocktoken:1> ["e<f"]) <http://h${root}/b> (Not <DAV:no-lock>)`;
    expect(serverHeaders({ headers: { if: condition } }, { root, below: '/' })?.if).toBe(
      `<${root}/a> (<opaquelocktoken:1> ["e<f"]) <${root}/b> (Not <DAV:no-lock>)`,
    );
  });

  it('refuses a request before anybody sees it', () => {
    const copy = { method: 'COPY', headers: { destination: `http://x${base}other/trunk` } };
    const asked = subversionHttp.asked(copy, { base, rest: 'team/trunk', query: '' });
    expect(asked).toMatchObject({ service: 'write', refused: { status: 400 } });
  });
});

describe('what a request wants', () => {
  it.each([
    '!svn/rev/2',
    '!svn/re%76/2',
    '%21svn/rev/2',
    '!svn/bl%6e/2',
    '!svn/vcc/default',
    '!svn/ver/2/a',
    '!svn',
  ])('is for admins where it changes what a revision says: %s', (below) => {
    const asked = subversionHttp.asked(
      { method: 'PROPPATCH', headers: {} },
      { base, rest: `team/${below}`, query: '' },
    );
    expect(asked).toMatchObject({ service: 'revise' });
  });

  it.each(['!svn/txn/2-3', '!svn/txr/2-3/trunk', '!svn/wbl/a/2', 'trunk'])(
    'is a write elsewhere: %s',
    (below) => {
      const asked = subversionHttp.asked(
        { method: 'PROPPATCH', headers: {} },
        { base, rest: `team/${below}`, query: '' },
      );
      expect(asked).toMatchObject({ service: 'write' });
    },
  );
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
    expect(serverHeaders({ headers: forged }, { root, below: '/' })).toEqual({
      'x-hf-root': root,
      depth: '1',
    });
  });

  it.each(['infinity', '2', ''])('go no deeper than one level at a time: %s', (depth) => {
    const asked = { method: 'PROPFIND', headers: { depth } };
    expect(subversionHttp.asked(asked, { base, rest: 'team', query: '' })).toMatchObject({
      refused: { status: 400 },
    });
  });
});

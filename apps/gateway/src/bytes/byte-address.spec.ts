import { byteAddress } from './byte-address.js';

const base = '/acme/projects/web/repositories';

describe('the address of a repository', () => {
  it('is taken apart in origin form and in absolute form', () => {
    const expected = {
      company: 'acme',
      project: 'web',
      kind: 'maven',
      base: `${base}/maven/`,
      rest: 'libs/a/1.0/a.jar',
      query: 'x=1',
    };
    expect(byteAddress(`${base}/maven/libs/a/1.0/a.jar?x=1`)).toEqual(expected);
    expect(byteAddress(`http://host:8080${base}/maven/libs/a/1.0/a.jar?x=1`)).toEqual(expected);
    expect(byteAddress(`HTTPS://host${base}/maven/libs/a/1.0/a.jar?x=1`)).toEqual(expected);
  });

  it('keeps what follows the kind as it was sent', () => {
    for (const rest of ['r/..', 'r/%2e%2e/x', 'r//x', 'r/%00', 'r/a%2fb', 'r/#x', 'r/+', '..', 'r/%zz'])
      expect(byteAddress(`${base}/ivy/${rest}`)?.rest).toBe(rest);
  });

  it.each([
    '*',
    '/',
    '',
    'host:443',
    'ftp://host/acme/projects/web/repositories/git/r',
    '/acme',
    '/acme/projects/web',
    '/acme/projects/web/repositories',
    `${base}/git`,
    `${base}/git/`,
    `${base}/git?x`,
    `${base}/git/?x`,
    `${base}/git//r`,
    `${base}/GIT/r`,
    `${base}/none/r`,
    `${base}/git%2Fr`,
    `${base}%2Fgit/r`,
    `/${base}/git/r`,
    '/acme//projects/web/repositories/git/r',
    '/acme/x/../projects/web/repositories/git/r',
    '/projects/web/repositories/git/r',
    '/api/projects/web/repositories/git/branches',
    '/x?/acme/projects/web/repositories/git/r',
  ])('does not own %p', (target) => {
    expect(byteAddress(target)).toBeUndefined();
  });

  it.each(['..', '.', '%2e%2e', 'a%2Fb', '%00', '%zz', '%ff', 'a b', 'a%20b', "a'b", 'é'])(
    'takes %p for no company and no project, and is still an address that asks for credentials',
    (segment) => {
      expect(byteAddress(`/${segment}/projects/web/repositories/git/r`)).toMatchObject({
        company: undefined,
        project: 'web',
      });
      expect(byteAddress(`/acme/projects/${segment}/repositories/git/r`)).toMatchObject({
        company: 'acme',
        project: undefined,
      });
    },
  );

  it('decodes the ids of company and project once', () => {
    expect(byteAddress('/%61cme/projects/w%65b/repositories/git/r')).toMatchObject({
      company: 'acme',
      project: 'web',
    });
    expect(byteAddress('/%2561cme/projects/web/repositories/git/r')).toMatchObject({ company: undefined });
  });
});

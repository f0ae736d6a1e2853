import type { RequestHead } from '@holdfast/kernel';
import { gitHttp } from './git-http.js';

const base = '/acme/projects/web/repositories/git/';
const asked = (rest: string, query: string, method = 'GET', headers: RequestHead['headers'] = {}) =>
  gitHttp.asked({ method, headers }, { base, rest, query });
const typed = (service: string) => ({ 'content-type': `application/x-git-${service}-request` });
const advertisement = { method: 'GET', path: '/advertise', headers: {} };

describe('what is a read of git by itself', () => {
  const readOf = (path: string, method: string, headers = {}) => gitHttp.readOf?.({ method, path, headers });

  it('is what a fetch asks', () => {
    expect(readOf('/advertise', 'GET')).toBe('upload-pack');
    expect(readOf('/rpc', 'POST', { 'git-protocol': 'version=2' })).toBe('upload-pack');
    expect(readOf('/rpc', 'POST', { 'content-length': '1' })).toBeUndefined();
  });

  it.each([
    ['/session', 'POST'],
    ['/rpc', 'GET'],
    ['/advertise', 'POST'],
    [`/lfs/objects/${'a'.repeat(64)}`, 'GET'],
    ['/lfs/objects/batch', 'POST'],
  ])('is not %s', (path, method) => expect(readOf(path, method)).toBeUndefined());
});

describe('the address of a git service', () => {
  it.each([
    ['repo/info/refs', 'repo'],
    ['repo.git/info/refs', 'repo'],
    ['repo//info/refs', 'repo'],
    ['repo.git//info/refs', 'repo'],
    ['team/sub/repo/info/refs', 'team/sub/repo'],
    ['team/info/refs/info/refs', 'team/info/refs'],
    ['re%70o/info/refs', 'repo'],
    ['re.po_-1/info/refs', 're.po_-1'],
  ])('finds the repository in %p', (rest, repository) => {
    const fetch = { repository, service: 'upload-pack', exchange: advertisement };
    expect(asked(rest, 'service=git-upload-pack')).toEqual(fetch);
  });

  it('finds the service', () => {
    expect(asked('r/info/refs', 'a=b&service=git-receive-pack&c')).toEqual({
      repository: 'r',
      service: 'receive-pack',
      exchange: advertisement,
    });
    for (const service of ['upload-pack', 'receive-pack'])
      expect(asked(`r/git-${service}`, '', 'POST', typed(service))).toEqual({
        repository: 'r',
        service,
        exchange: { method: 'POST', path: '/rpc', headers: {} },
      });
  });

  it.each([
    'r',
    'r/',
    'r/HEAD',
    'r/objects/info/packs',
    'r/info/refs/',
    'r/info%2Frefs',
    'r/INFO/REFS',
    'r/git-upload-archive',
    'r///info/refs',
    'team%2Fr/info/refs',
    'team%2fr/info/refs',
    'team//r/info/refs',
    '../r/info/refs',
    'team/../r/info/refs',
    'team/%2e%2e/r/info/refs',
    './r/info/refs',
    '-r/info/refs',
    'team/-r/info/refs',
    'r%00/info/refs',
    'r%/info/refs',
    'r%ff/info/refs',
    'r%0a/info/refs',
    'r\\x/info/refs',
    '.git/info/refs',
    `${'a'.repeat(300)}/info/refs`,
  ])('serves nothing at %p', (rest) => {
    expect(asked(rest, 'service=git-upload-pack')).toMatchObject({ status: 404 });
  });

  it.each([
    '',
    'service',
    'service=',
    'service=upload-pack',
    'service=git-upload-archive',
    'service=git-upload-pack%00',
    'xservice=git-upload-pack',
  ])('serves no refs for the query %p', (query) => {
    expect(asked('r/info/refs', query)).toMatchObject({ status: 404 });
  });

  it('hands the version of the protocol on, and nothing else', () => {
    const headers = { 'git-protocol': 'version=2', authorization: 'x', 'x-hf-ticket': 'x' };
    expect(asked('r/info/refs', 'service=git-upload-pack', 'HEAD', headers)).toMatchObject({
      exchange: { method: 'GET', headers: { 'git-protocol': 'version=2' } },
    });
  });

  it.each([
    ['a method', 'r/info/refs', 'PUT', {}, { status: 405, headers: ['Allow', 'GET, HEAD'] }],
    [
      'a method',
      'r/git-upload-pack',
      'GET',
      typed('upload-pack'),
      { status: 405, headers: ['Allow', 'POST'] },
    ],
    ['no content type', 'r/git-upload-pack', 'POST', {}, { status: 415 }],
    ["another service's", 'r/git-upload-pack', 'POST', typed('receive-pack'), { status: 415 }],
    [
      'a coding',
      'r/git-upload-pack',
      'POST',
      { ...typed('upload-pack'), 'content-encoding': 'br' },
      { status: 415 },
    ],
  ])(
    'refuses %s that is not of the service, once the caller is known: %s',
    (_, rest, method, headers, refused) => {
      expect(asked(rest, 'service=git-upload-pack', method, headers)).toMatchObject({
        repository: 'r',
        refused,
      });
    },
  );

  it('takes a media type with parameters, in any case, and a packed body', () => {
    const headers = {
      'content-type': 'Application/X-git-upload-pack-request; x=y',
      'content-encoding': 'GZIP',
    };
    expect(asked('r/git-upload-pack', '', 'POST', headers)).not.toHaveProperty('status');
    expect(asked('r/git-upload-pack', '', 'POST', headers)).toMatchObject({ refused: undefined });
  });
});
